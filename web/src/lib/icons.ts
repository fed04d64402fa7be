// icons.ts - the sprite of icons, once in the page: a reference to another file is parsed again and again.

export async function loadIcons(): Promise<void> {
  const answer = await fetch('./icons.svg');
  if (!answer.ok) return;
  const sprite = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
  sprite.setAttribute('hidden', '');
  sprite.style.display = 'none';
  document.body.append(document.importNode(sprite, true));
}

/** What a <use> refers to, for a name as the sources write it, with its gi: before it. */
export function iconRef(name: string): string {
  return `#gi-${name.slice('gi:'.length)}`;
}
