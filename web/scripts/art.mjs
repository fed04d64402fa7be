// art.mjs - a game's pictures as the client loads them: the rows of art.json and the icons they use.
//
// Where a game has many groups of cards (factions), each group's rows and icons are a file of their
// own: a match loads what it shows. What all share stays in art.json.
import { icon } from './set.mjs';

const GROUP_ICONS_MIN = 60; // fewer are not worth a second file

function iconsOf(value) {
  const text = JSON.stringify(value);
  const drawn = [...text.matchAll(/\b(?:icon|figure) ([a-z0-9-]+)/g)].map((found) => found[1]);
  const signs = [...text.matchAll(/"(?:sign|seal)":\s*"([a-z0-9-]+)"/g)].map((found) => found[1]);
  return [...new Set([...drawn, ...signs])].sort();
}

function bodies(names) {
  const missing = names.filter((name) => !icon(name));
  if (missing.length) throw new Error(`no such icon: ${missing.join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, icon(name)]));
}

/** Files by name: '' is the one all share; groupOf says to which group a card belongs. */
export function artFiles(art, groupOf) {
  const { art: kinds = {}, ...shared } = art;
  const all = iconsOf(kinds);
  if (all.length < GROUP_ICONS_MIN) return { '': { ...art, icons: bodies(iconsOf(art)) } };
  const parts = {};
  for (const [kind, rows] of Object.entries(kinds))
    for (const [id, row] of Object.entries(rows)) {
      const group = (parts[groupOf(id) || 'none'] ??= {});
      (group[kind] ??= {})[id] = row;
    }
  const common = iconsOf(shared);
  const files = { '': { ...shared, art: {}, groups: groupsOf(parts), icons: bodies(common) } };
  for (const [group, rows] of Object.entries(parts))
    files[group] = { art: rows, icons: bodies(iconsOf(rows).filter((name) => !common.includes(name))) };
  return files;
}

/** Which file a thing's row is in. */
function groupsOf(parts) {
  const found = {};
  for (const [group, kinds] of Object.entries(parts))
    for (const rows of Object.values(kinds)) for (const id of Object.keys(rows)) found[id] = group;
  return found;
}
