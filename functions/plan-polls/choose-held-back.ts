import type { Roster } from '../../shared/domain/polling/roster.ts';
import type { BuyerFinder } from './find-buyers.ts';

/** Longer than `isLastingFailure` takes: a longer failure holds no buyer back. */
const justReadMs = 70 * 60_000;

/**
 * Buyers found by a bridge's first reading while another, already read bridge fails. One of them may be a newcomer in
 * the failing bridge, and polling it now would turn its news into a baseline.
 */
export function chooseHeldBack(
  rosters: ReadonlyMap<string, Roster>,
  finders: ReadonlyMap<string, BuyerFinder>,
  { configured, now }: { readonly configured: ReadonlySet<string>; readonly now: number },
): ReadonlySet<string> {
  const held = new Set<string>();
  const free = new Set(configured);
  const failing = [...rosters].flatMap(([bridgeId, { firstFullAt }]) => {
    const finder = finders.get(bridgeId);
    const isFailing = finder === undefined || finder.found().look.problem === 'failed';
    return firstFullAt !== null && isFailing ? [bridgeId] : [];
  });
  for (const [bridgeId, { firstFullAt, buyers }] of rosters) {
    const isJustRead = firstFullAt === null || now - firstFullAt < justReadMs;
    const hides = isJustRead && failing.some((other) => other !== bridgeId);
    for (const buyerId of finders.get(bridgeId)?.found().buyerIds ?? buyers.keys()) {
      (hides ? held : free).add(buyerId);
    }
  }
  return new Set([...held].filter((buyerId) => !free.has(buyerId)));
}
