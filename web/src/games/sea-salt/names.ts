// names.ts - what a card of Sea Salt & Paper is called and what it says; both follow the profile.
import type { Speaker } from '../../lib/say';
import { fill, findText, gameText } from '../../lib/texts.svelte';
import type { View } from '../game';
import { facts } from './facts';

export function saltKind(id: string): string {
  return id.replace(/_\d+$/, '');
}

export function saltColour(view: View, id: string): string {
  return (view['colours'] as Record<string, string> | undefined)?.[id] ?? facts.printed[id] ?? '';
}

function profileOf(view: View): string {
  return String(view['profile'] ?? 'standard');
}

export function kindName(view: View, kind: string): string {
  return findText(`sea-salt.kind.${profileOf(view)}.${kind}`) ?? findText(`sea-salt.kind.${kind}`) ?? kind;
}

export function thingName(speaker: Speaker, thing: string, id: string): string | undefined {
  if (thing !== 'card') return undefined;
  const kind = kindName(speaker.view, saltKind(id));
  const colour = saltColour(speaker.view, id);
  if (!colour || saltKind(id) === 'mermaid') return kind;
  return fill(findText('sea-salt.coloured_card') ?? '{colour} {kind}', {
    colour: findText(`sea-salt.colour.${colour}`) ?? colour,
    kind,
  });
}

export function thingText(view: View, thing: string, id: string): string | undefined {
  if (thing === 'card') return gameText('sea-salt', `rule.${profileOf(view)}.${saltKind(id)}`);
  return thing === 'pepper' ? gameText('sea-salt', `pepper_rule.${id}`) : undefined;
}
