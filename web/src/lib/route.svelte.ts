// route.svelte.ts - which page is shown: the part of the address after '#'.

export interface Route {
  page: string;
  rest: string[];
}

function parse(): Route {
  const [page = '', ...rest] = location.hash.replace(/^#\/?/, '').split('/');
  return { page, rest: rest.map(decodeURIComponent) };
}

export const route: { now: Route } = $state({ now: parse() });

addEventListener('hashchange', () => {
  route.now = parse();
  scrollTo(0, 0);
});

export function go(...parts: string[]): void {
  location.hash = `/${parts.map(encodeURIComponent).join('/')}`;
}
