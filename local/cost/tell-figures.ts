import { type Price, type PriceName, prices } from '../../shared/cost/prices.ts';

export function tellCount(count: number): string {
  const digits = count >= 100 || Number.isInteger(count) ? 0 : count >= 1 ? 1 : 3;
  return count.toLocaleString('en-US', { maximumFractionDigits: digits });
}

/** `$0.20 per 1M requests`, with a star for one from memory. */
export function tellPrice(name: PriceName): string {
  const { usd, per, unit, source } = prices[name];
  const star = source === 'checked' ? '' : ' *';
  const amount =
    usd < 0.01 ? String(usd) : usd.toFixed(Number.isInteger(Math.round(usd * 1e6) / 1e4) ? 2 : 3);
  const [short = unit] = unit.split(/,| to | of | on /);
  if (per === 1) return `$${amount} per ${short.replace(/s$/, '')}${star}`;
  return `$${amount} per ${per.toLocaleString('en-US', { notation: 'compact' })} ${short}${star}`;
}

/** What may be otherwise about the prices that these lines use, a sentence each. */
export function tellDoubts(lines: readonly { readonly price: PriceName }[]): string[] {
  const used = new Set(lines.map(({ price }) => price));
  return [...used].flatMap((name) => {
    const { unit, doubt }: Price = prices[name];
    return doubt === undefined ? [] : [`${unit}: ${doubt}`];
  });
}
