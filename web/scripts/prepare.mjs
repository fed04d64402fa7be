// prepare.mjs - gathers what the client is made of beside its own source.
//
// node prepare.mjs BUILD-FOLDER: takes the modules and describe from a native build, the
// texts and cards from data/, and writes public/ and src/generated/.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { artFiles } from './art.mjs';
import { book } from './book.mjs';

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = dirname(web);
const build = resolve(process.argv[2] ?? join(root, 'build'));
const data = join(web, 'public/data');
const names = {}; // what the home page says of a game, by language

rmSync(data, { recursive: true, force: true });
mkdirSync(data, { recursive: true });
mkdirSync(join(web, 'src/generated'), { recursive: true });
execFileSync(join(build, 'wasm/client/describe'), [data]);

const known = JSON.parse(readFileSync(join(data, 'games.json'), 'utf8'));
/* A game that is another one with more to it is shown once it has a folder of its own here. */
const more = known.games.filter(({ id }) => known.games.some((other) => id.startsWith(`${other.id}-`)));
known.games = known.games.filter(
  (game) => !more.includes(game) || existsSync(join(web, 'src/games', game.id, 'index.ts')),
);
rmSync(join(data, 'games.json'));
for (const folder of ['text', 'web', 'puzzles'])
  cpSync(join(root, 'data', folder), join(data, folder), { recursive: true });
for (const game of known.games) gather(game);
mkdirSync(join(data, 'names/text'), { recursive: true });
for (const [language, json] of Object.entries(names))
  writeFileSync(join(data, 'names/text', `${language}.json`), JSON.stringify(json));
for (const { id } of known.games.filter((game) => game.learned))
  copyFileSync(join(root, `data/nets/${id}.net`), join(data, `${id}.net.bin`));
for (const name of readdirSync(data).filter((each) => each.endsWith('.catalog')))
  renameSync(join(data, name), join(data, name.replace('.catalog', '.bin')));
execFileSync('node', [join(web, 'scripts/icons.mjs'), join(web, 'src'), join(web, 'public/icons.svg')]);

/** A game's rules, its data in one file, and its texts in one a language, from however many files sets bring.
 * One that is another with more to it has that one's data too, and of its texts those of the sets. */
function gather({ id: game, cards }) {
  copyFileSync(join(build, `wasm/client/${game}.wasm`), join(data, `${game}.wasm`));
  const facts = {};
  const texts = {};
  const from = join(root, 'data', game);
  const base = more.some(({ id }) => id === game) ? game.split('-')[0] : game;
  const files = (of) =>
    readdirSync(join(root, 'data', of), { recursive: true })
      .filter((name) => name.endsWith('.json') && name !== 'art.json')
      .sort()
      .map((name) => ({ of, name, language: /(?:^|\/)text\/([\w-]+)\.json$/.exec(name)?.[1] }));
  for (const { of, name, language } of [...new Set([base, game])].flatMap(files)) {
    if (of !== game ? language && !isOfSet(of, name) : isOfSet(game, name)) continue;
    const json = JSON.parse(readFileSync(join(root, 'data', of, name), 'utf8'));
    if (language) merge((texts[language] ??= {}), json);
    else facts[name] = json;
  }
  mkdirSync(join(data, game, 'text'), { recursive: true });
  writeFileSync(join(data, game, 'facts.json'), JSON.stringify(facts));
  drawings(game, cards, from);
  for (const [language, json] of Object.entries(texts)) {
    writeFileSync(join(data, game, 'text', `${language}.json`), JSON.stringify(json));
    (names[language] ??= {})[game] = { name: json.name, about: json.about };
  }
}

/** Of a game that there is also with more to it, a folder with texts of its own is what is more. */
function isOfSet(game, name) {
  const [folder] = name.split('/');
  return (
    folder !== 'text' &&
    existsSync(join(root, 'data', game, folder, 'text')) &&
    more.some(({ id }) => id.startsWith(`${game}-`))
  );
}

/** The rulebooks that are written: docs/rules/<game>.md, in other languages <game>.<language>.md. */
function rulebooks(game) {
  const from = join(root, 'docs/rules');
  const languages = [];
  for (const name of readdirSync(from).sort()) {
    const [id, language] = name.replace(/\.md$/, '').split('.');
    if (id !== game) continue;
    languages.push(language ?? 'en');
    mkdirSync(join(data, game, 'rules'), { recursive: true });
    writeFileSync(
      join(data, game, 'rules', `${language ?? 'en'}.json`),
      JSON.stringify(book(readFileSync(join(from, name), 'utf8'))),
    );
  }
  return languages;
}

/** How many puzzles there are of a game. */
function puzzles(game) {
  const file = join(root, 'data/puzzles', `${game}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).puzzles.length : 0;
}

/** The game's pictures, where it has some, with the icons they are made of. */
function drawings(game, cards, from) {
  if (!existsSync(join(from, 'art.json'))) return;
  const groups = new Map(cards.map((card) => [card.id, card.group]));
  /* The first minion of each faction stands for it where they are chosen: one file has them all. */
  for (const group of new Set(groups.values())) {
    const first = cards.find((card) => card.group === group && card.kind === 'minion');
    if (first) groups.set(first.id, 'front');
  }
  const art = JSON.parse(readFileSync(join(from, 'art.json'), 'utf8'));
  mkdirSync(join(data, game, 'art'), { recursive: true });
  for (const [name, json] of Object.entries(artFiles(art, (id) => groups.get(id))))
    writeFileSync(join(data, game, name ? `art/${name}.json` : 'art.json'), JSON.stringify(json));
}

function merge(into, from) {
  for (const [key, value] of Object.entries(from)) {
    if (typeof value === 'object' && typeof into[key] === 'object') merge(into[key], value);
    else into[key] = value;
  }
}

const types = { number: 'number', flag: 'boolean', seat: 'number | null', text: 'string' };
const hole = (each) => `${each.name}: ${types[each.kind] ?? 'string | null'}`;
const record = (spec, rest) =>
  `{ type: '${spec.name}'${rest}${spec.holes
    .filter((each) => each.kind !== 'none')
    .map((each) => `; ${hole(each)}`)
    .join('')}${(spec.list ?? [])
    .map((each) => `; ${each.name}?: (${types[each.kind] ?? 'string'})[]; ${each.name}_count?: number`)
    .join('')} }`;
const union = (specs, rest) => specs.map((spec) => `\n    | ${record(spec, rest)}`).join('');
const table = (key, rest) =>
  known.games.map((game) => `  '${game.id}':${union(game[key].slice(1), rest)};`).join('\n');

/** What a view is, from the game's rows; those of the table alone are not in it. */
function viewType(rows, indent) {
  const pad = ' '.repeat(indent);
  const lines = rows
    .filter((row) => !row.hidden)
    .map((row) => {
      const optional = row.sparse || row.type.endsWith(' | undefined');
      const type = row.type.replace(/ \| undefined$/, '');
      const whole = row.of ? type.replace(/[A-Z]\w*/, () => viewType(row.of, indent + 2)) : type;
      return `${pad}  ${row.key}${optional ? '?' : ''}: ${whole};\n`;
    });
  return `{\n${lines.join('')}${pad}}`;
}
const views = known.games
  .map(({ id, fields }) => `  '${id}': ${fields ? viewType(fields, 2) : 'Record<string, unknown>'};`)
  .join('\n');
const optional = (type) => type.replace(/(\w+): ((?:[^;{}]|\{[^}]*\})*?) \| undefined/g, '$1?: $2');
const costs = known.games.map(({ id, cost }) => `  '${id}': ${optional(cost ?? 'null')};`).join('\n');
for (const game of known.games) {
  const laid = (game.fields ?? []).filter((row) => row.columns).map((row) => [row.key, row.columns]);
  if (laid.length) game.grids = Object.fromEntries(laid);
  delete game.fields;
  delete game.cost;
}

writeFileSync(
  join(web, 'src/generated/games.ts'),
  `// games.ts - written by scripts/prepare.mjs from what the engine says of its games.
import type { GameSpec, Prompt, SpecInfo } from '../lib/types';

export type GameId = ${known.games.map((game) => `'${game.id}'`).join(' | ')};
export interface Actions {
${table('actions', '')}
}
export interface Events {
${table('events', '; seat: number | null')}
}
/** What a seat sees of a table. */
export interface Views {
${views}
}
/** What a move would cost. */
export interface Costs {
${costs}
}
export const games: GameSpec[] = ${JSON.stringify(known.games.map(({ cards: _, ...rest }) => rest))};
export const books: Record<string, string[]> = ${JSON.stringify(
    Object.fromEntries(known.games.map(({ id }) => [id, rulebooks(id)])),
  )}; // the languages a rulebook is written in
export const puzzleCounts: Record<string, number> = ${JSON.stringify(
    Object.fromEntries(known.games.map(({ id }) => [id, puzzles(id)]).filter(([, count]) => count)),
  )};
export const sharedErrors: SpecInfo[] = ${JSON.stringify(known.errors)};
export const agents: string[] = ${JSON.stringify(known.agents)};
`,
);
/* Apart: the worker needs none of them. */
writeFileSync(
  join(web, 'src/generated/cards.ts'),
  `// cards.ts - written by scripts/prepare.mjs: the cards of every game, in the order of its data.
import type { CardInfo } from '../lib/types';

export const cards: Record<string, CardInfo[]> = ${JSON.stringify(
    Object.fromEntries(known.games.map(({ id, cards }) => [id, cards])),
  )};
`,
);
writeFileSync(join(web, 'public/games.json'), `${JSON.stringify(known.games.map((game) => game.id))}\n`);
console.log(`${known.games.length} games: ${known.games.map((game) => game.id).join(', ')}`);
