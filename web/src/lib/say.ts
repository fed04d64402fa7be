// say.ts - moves, events, questions and refusals as sentences whose cards can be pointed at.
//
// The patterns are the engine's own texts; engine/say.c fills them in the terminal. Here a
// sentence stays in parts, so that a card's name can show the card. tests/talk.test.ts holds
// the two together. What is only here: the reader is "you".
import { faceOf } from '../games/games';
import { cards } from '../generated/cards';
import { games, sharedErrors } from '../generated/games';
import { counted, findText, HOLE, language, t } from './texts.svelte';
import type { Action, GameInfo, HoleInfo, Prompt, Refusal, SpecInfo, TableEvent } from './types';

export interface Part {
  text: string;
  kind?: string; // of a thing of the game: a card, a pile, a wonder
  id?: string;
  seat?: number;
}

/** The words around a table: how its seats are called, what its cards are. */
export interface Speaker {
  game: string;
  view: Record<string, unknown>;
  you?: number;
  seatName(seat: number): string;
}

const known: GameInfo[] = games.map((game) => ({ ...game, cards: cards[game.id] ?? [] }));

export function gameInfo(id: string): GameInfo {
  const found = known.find((game) => game.id === id);
  if (!found) throw new Error(`no game called ${id}`);
  return found;
}

export function thingName(speaker: Speaker, kind: string, id: string): string {
  const own = faceOf(speaker.game)?.thingName?.(speaker, kind, id);
  return own ?? findText(`${speaker.game}.${kind}.${id}`) ?? copyName(speaker, kind, id) ?? humanize(id);
}

/** Things that are cards under another name: a target, a source; a copy is "<card>_<number>". */
function copyName(speaker: Speaker, kind: string, id: string): string | undefined {
  for (const group of [kind, 'card', 'base', 'unit', 'faction'])
    for (const each of [id, id.replace(/_\d+$/, '')]) {
      const found = findText(`${speaker.game}.${group}.${each}`);
      if (found) return found;
    }
  return undefined;
}

/** "the_great_library" where nobody has given it a name. */
export function humanize(id: string): string {
  const words = id.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function part(speaker: Speaker, hole: HoleInfo, value: unknown): Part {
  switch (hole.kind) {
    case 'most':
      return { text: value === null ? (findText('list.none') ?? '') : String(value) };
    case 'number':
      return { text: String(value) };
    case 'text': // words of the program's own are called by their key
      return { text: (String(value).startsWith('@') && findText(String(value).slice(1))) || String(value) };
    case 'flag':
      return { text: findText(value ? 'flag.yes' : 'flag.no') ?? String(value) };
    case 'seat':
      return typeof value === 'number'
        ? { text: speaker.seatName(value), seat: value }
        : { text: findText('seat.none') ?? '' };
    case 'action':
      return {
        text:
          findText(`${speaker.game}.action_name.${String(value)}`) ??
          findText(`action_name.${String(value)}`) ??
          String(value),
      };
    default:
      return value === null || value === undefined
        ? hidden(speaker, hole.kind)
        : { text: thingName(speaker, hole.kind, String(value)), kind: hole.kind, id: String(value) };
  }
}

function hidden(speaker: Speaker, kind: string): Part {
  return {
    text:
      findText(`${speaker.game}.hidden.${kind}`) ??
      findText(`hidden.${kind}`) ??
      findText('hidden.card') ??
      '?',
  };
}

function listParts(speaker: Speaker, hole: HoleInfo, record: Action): Part[] {
  const list = record[hole.name] as unknown[] | undefined;
  const count = Number(record[`${hole.name}_count`] ?? list?.length ?? 0);
  if (!list) {
    const what = hidden(speaker, hole.kind).text;
    const several = findText('hidden.several') ?? '{n} × {what}';
    return [{ text: count > 1 ? several.replace('{n}', String(count)).replace('{what}', what) : what }];
  }
  if (list.length === 0) return [{ text: findText('list.none') ?? '' }];
  return list.flatMap((each, i) => [
    ...(i ? [{ text: findText('list.and') ?? ', ' }] : []),
    part(speaker, hole, each),
  ]);
}

/** Fill a pattern's holes with parts. */
function fillParts(pattern: string, holes: Record<string, Part[]>): Part[] {
  const parts: Part[] = [];
  for (const piece of pattern.split(/(\{[^{}]*\})/)) {
    const [hole, name = '', one, many] = HOLE.exec(piece) ?? [];
    const filled = hole === piece ? holes[name] : undefined;
    if (filled && one !== undefined) parts.push({ text: counted(plain(filled), one, many) });
    else if (filled) parts.push(...filled);
    else if (piece) parts.push({ text: piece });
  }
  return parts;
}

function holesOf(
  speaker: Speaker,
  spec: SpecInfo | undefined,
  record: Action,
  seat: number | null,
): Record<string, Part[]> {
  const holes: Record<string, Part[]> = {};
  holes['seat'] = [part(speaker, { name: 'seat', kind: 'seat' }, seat)];
  for (const hole of spec?.holes ?? [])
    if (hole.kind !== 'none') holes[hole.name] = [part(speaker, hole, record[hole.name])];
  for (const hole of spec?.list ?? []) {
    holes[hole.name] = listParts(speaker, hole, record);
    const list = record[hole.name] as unknown[] | undefined;
    holes[`${hole.name}_count`] = [{ text: String(record[`${hole.name}_count`] ?? list?.length ?? 0) }];
  }
  return holes;
}

function isHidden(spec: SpecInfo | undefined, record: Action): boolean {
  return (
    (spec?.holes ?? []).some(
      (hole) => hole.kind !== 'none' && hole.kind !== 'seat' && record[hole.name] === null,
    ) || (spec?.list ?? []).some((hole) => !(hole.name in record))
  );
}

export function sayAction(speaker: Speaker, action: Action, seat: number | null = null): Part[] {
  const spec = gameInfo(speaker.game).actions.find((each) => each.name === action.type);
  const pattern = findText(`${speaker.game}.action.${action.type}`) ?? findText(`action.${action.type}`);
  return toYou(speaker, fillParts(pattern ?? humanize(action.type), holesOf(speaker, spec, action, seat)));
}

/** A move as a button says it: in the game's own words, where the engine's are made for a terminal. */
export function moveName(speaker: Speaker, action: Action, seat: number | null = null): string {
  return faceOf(speaker.game)?.says?.(speaker, action, seat) ?? plain(sayAction(speaker, action, seat));
}

/** An event as the trace has it: where the game's rules fix the words, their line. */
export function sayTrace(speaker: Speaker, event: TableEvent): Part[] {
  return typeof event['line'] === 'string' ? [{ text: event['line'] }] : sayEvent(speaker, event);
}

/** Not of the rules: somebody took moves back. */
export const UNDONE = 'undone';

/** What the log says of an event; empty for one nobody needs to hear of. */
export function sayEvent(speaker: Speaker, event: TableEvent): Part[] {
  if (event.type === UNDONE)
    return toYou(speaker, fillParts(t('table.undone'), holesOf(speaker, undefined, event, event.seat)));
  const spec = gameInfo(speaker.game).events.find((each) => each.name === event.type);
  const key = `${speaker.game}.event.${event.type}`;
  const pattern = (isHidden(spec, event) ? findText(`${key}.hidden`) : undefined) ?? findText(key) ?? '';
  if (!pattern) return [];
  const said = toYou(speaker, fillParts(pattern, holesOf(speaker, spec, event, event.seat)));
  return pattern.startsWith('{') ? begun(said) : said;
}

/** A sentence that begins with a thing begins with a capital: "Blue Fish starts ...". */
function begun(parts: Part[]): Part[] {
  const first = parts.findIndex((each) => each.text);
  return parts.map((each, i) =>
    i === first ? { ...each, text: each.text.replace(/^[a-z]/, (letter) => letter.toUpperCase()) } : each,
  );
}

/** An event as it is said aloud: of a log that names every step, what is worth it. */
export function sayNews(speaker: Speaker, event: TableEvent): string {
  const wanted = faceOf(speaker.game)?.loud;
  return wanted && !wanted.has(event.type) && event.type !== UNDONE ? '' : plain(sayEvent(speaker, event));
}

/** In English a sentence about the reader changes: "Ann's deck, Ann draws, from Ann"; "your deck, you draw, from you". */
function toYou(speaker: Speaker, parts: Part[]): Part[] {
  const isYou = (each: Part): boolean =>
    each.seat !== undefined && each.seat === speaker.you && each.text === 'You';
  if (language() !== 'en' || !parts.some(isYou)) return parts;
  const said = parts.map((each) => ({ ...each }));
  said.forEach((each, i) => {
    if (!isYou(each)) return;
    const before = said[i - 1]?.text ?? '';
    const after = said[i + 1];
    const begins = i === 0 || /[.!?] $/.test(before);
    const acts = begins || before.endsWith(': ');
    each.text = begins ? 'You' : 'you';
    if (after?.text.startsWith("'s ")) {
      each.text += 'r';
      after.text = after.text.slice(2);
    } else if (acts && after) {
      after.text = after.text
        .replace(/^ (\w+)/, (_whole, verb: string) => ` ${plural(verb)}`)
        .replace(/\btheir\b/g, 'your');
    }
  });
  return said;
}

/** The verb that goes with "you". */
export function plural(verb: string): string {
  const odd: Record<string, string> = { is: 'are', has: 'have', goes: 'go', does: 'do', was: 'were' };
  return (
    odd[verb] ??
    (/(sh|ch|ss|x)es$/.test(verb) ? verb.slice(0, -2) : /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb)
  );
}

export function sayPrompt(speaker: Speaker, prompt: Prompt): Part[] {
  const pattern = findText(`${speaker.game}.ask.${prompt.ask}`) ?? humanize(prompt.ask);
  const kind = gameInfo(speaker.game).things[0] ?? 'card';
  const source = prompt.about;
  return toYou(
    speaker,
    fillParts(pattern, {
      seat: [{ text: speaker.seatName(prompt.seat), seat: prompt.seat }],
      source: [
        source
          ? { text: thingName(speaker, kind, source), kind, id: source }
          : { text: findText('list.none') ?? '' },
      ],
    }),
  );
}

export function sayRefusal(speaker: Speaker, refusal: Refusal): Part[] {
  if (refusal.message) return [{ text: refusal.message }];
  const own = gameInfo(speaker.game).errors.find((each) => each.name === refusal.code);
  const spec = own ?? sharedErrors.find((each) => each.name === refusal.code);
  const pattern =
    (own ? findText(`${speaker.game}.error.${refusal.code}`) : findText(`error.${refusal.code}`)) ??
    refusal.code;
  const said = toYou(
    speaker,
    fillParts(pattern, holesOf(speaker, spec, { type: refusal.code, ...refusal.holes }, null)),
  );
  const spelt = spec?.holes.some((hole) => hole.kind === 'text'); // a file or a word as it was written
  return pattern.startsWith('{') && !spelt ? begun(said) : said;
}

export function plain(parts: Part[]): string {
  return parts.map((each) => each.text).join('');
}

export function gameName(game: string): string {
  return findText(`${game}.name`) ?? humanize(game);
}

export function agentName(level: string): string {
  const name = t(`agent.${level}`);
  return name === `agent.${level}` ? humanize(level) : name;
}
