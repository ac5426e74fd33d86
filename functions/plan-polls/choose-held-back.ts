import type { Roster } from '../../shared/domain/polling/roster.ts';
import type { BuyerFinder } from './find-buyers.ts';

/** A look that fails for longer counts as no passing failure: see `isLastingFailure`. */
const justReadMs = 70 * 60_000;

/**
 * The buyers that a first reading met, while another bridge that was read through can't be looked at. One of them may be
 * a newcomer there, and its first scan would be taken for a first run.
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
