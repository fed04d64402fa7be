// city.ts - a city of 7 Wonders Duel as the view has it, and a price in words.
import type { Costs, Views } from '../../generated/games';
import { t } from '../../lib/texts.svelte';

export type View = Views['duel'];
export type City = View['players'][number];

export type Price = NonNullable<Costs['duel']> & { can?: boolean };

/** Where a price comes from: what is printed, and what has to be bought. */
export function costWords(cost: Price | null | undefined, resource: (id: string) => string): string {
  if (!cost) return '';
  if (cost.chain) return t('duel.price_chain');
  const parts = [
    ...(cost.printed ? [t('duel.price_printed', { n: cost.printed })] : []),
    ...(cost.buys ?? []).map((buy) =>
      t('duel.price_buys', { units: buy.units, resource: resource(buy.resource), each: buy.each }),
    ),
  ];
  return parts.length ? parts.join(' · ') : t('duel.price_free');
}
