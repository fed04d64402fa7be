// art.svelte.ts - the pictures of the games that are open: fetched once, drawn when first looked at.
import { asImage, compose, drawRow, type Art } from './picture';
import { fold, type Folds } from './folds';
import { hash } from './draw';
import { over } from './over';

type Look = Art & Partial<Folds> & { groups?: Record<string, string> } & Record<string, unknown>;

let all = $state.raw<Record<string, Look>>({});
const asked = new Map<string, Promise<void>>();
const made = new Map<string, string>();

/** Fetches a game's rows and icons. Boards do not wait for it: pictures appear when they are there.
 * Those of 'base', the game that this one is with more to it, are its own too. */
export async function loadArt(game: string, base?: string): Promise<void> {
  if (base) await loadArt(base);
  return ask(`${game}/art.json`, (json) => takeArt(game, over(base ? all[base] : undefined, json as Look)));
}

function ask(file: string, take: (json: unknown) => void): Promise<void> {
  const known = asked.get(file);
  if (known) return known;
  const coming = fetch(`./data/${file}`)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then(take)
    .catch(() => {
      asked.delete(file); // a lost connection: whoever looks next asks again
    });
  asked.set(file, coming);
  return coming;
}

export function takeArt(game: string, art: Look): void {
  all = { ...all, [game]: art };
  made.clear();
}

function takeGroup(game: string, part: Pick<Art, 'art' | 'icons'>): void {
  const before = all[game];
  if (!before) return;
  const kinds = { ...before.art };
  for (const [kind, rows] of Object.entries(part.art)) kinds[kind] = { ...kinds[kind], ...rows };
  all = { ...all, [game]: { ...before, art: kinds, icons: { ...before.icons, ...part.icons } } };
}

function kept(key: string, make: () => string): string {
  const known = made.get(key);
  if (known !== undefined) return known;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}

/** The address of a picture, empty until it can be drawn. 'otherwise' is a row for things without one. */
export function picture(game: string, kind: string, id: string, otherwise?: string): string {
  const art = all[game];
  if (!art) return '';
  const group = art.groups?.[id];
  const row = art.art[kind]?.[id];
  if (group && !row) {
    void ask(`${game}/art/${group}.json`, (json) => takeGroup(game, json as Art));
    return '';
  }
  return row || otherwise
    ? kept(`${game}/${kind}/${id}`, () => asImage(compose(art, kind, id, row ?? otherwise)))
    : '';
}

/** The marks of a picture, to stand inside a larger drawing. */
export function marks(game: string, kind: string, id: string): string {
  const art = all[game];
  const row = art?.art[kind]?.[id];
  const [width, height] = art?.frames[kind] ?? [0, 0];
  return art && row ? drawRow({ art, width, height, seed: hash(id), used: new Map() }, row) : '';
}

/** A folded-paper figure in the papers of a colour. */
export function folded(game: string, figure: string, colour: string): string {
  const art = all[game];
  return art?.figures
    ? kept(`${game}/fold/${figure}/${colour}`, () => asImage(fold(art as Folds, figure, colour)))
    : '';
}

/** One icon of the game's own, in one colour, as an address. */
export function sign(game: string, name: string, colour: string): string {
  const body = all[game]?.icons[name];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><g fill="${colour}">${body ?? ''}</g></svg>`;
  return body ? kept(`${game}/sign/${name}/${colour}`, () => asImage(svg)) : '';
}

/** What a game says about the look of a group: a faction's frame, a colour's papers. */
export function look<T>(game: string, group: string, id: string): T | undefined {
  return (all[game]?.[group] as Record<string, T> | undefined)?.[id];
}
