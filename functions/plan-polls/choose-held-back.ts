import type { Roster } from '../../shared/domain/polling/roster.ts';

/** Longer than `isLastingFailure` takes: a longer failure holds no buyer back. */
const justReadMs = 70 * 60_000;

/**
 * Buyers found by a bridge's first reading while another, already read bridge fails. One of them may be a newcomer in
 * the failing bridge, and polling it now would turn its news into a baseline.
 */
export function chooseHeldBack(
  rosters: ReadonlyMap<string, Roster>,
  buyersOf: ReadonlyMap<string, readonly string[]>,
  {
    configured,
    unseen,
    now,
  }: {
    readonly configured: Iterable<string>;
    /** Bridges whose newest rows could not be read. */
    readonly unseen: ReadonlySet<string>;
    readonly now: number;
  },
): ReadonlySet<string> {
  const failing = [...rosters].flatMap(([bridgeId, { firstFullAt }]) =>
    firstFullAt !== null && unseen.has(bridgeId) ? [bridgeId] : [],
  );
  const hides = ([bridgeId, { firstFullAt }]: readonly [string, Roster]): boolean => {
    const isJustRead = firstFullAt === null || now - firstFullAt < justReadMs;
    return isJustRead && failing.some((other) => other !== bridgeId);
  };
  const hiding = new Set([...rosters].filter(hides).map(([bridgeId]) => bridgeId));
  if (hiding.size === 0) return new Set();
  const held = new Set([...hiding].flatMap((bridgeId) => buyersOf.get(bridgeId) ?? []));
  const others = [...buyersOf].flatMap(([bridgeId, buyerIds]) => (hiding.has(bridgeId) ? [] : buyerIds));
  for (const buyerId of [...configured, ...others]) held.delete(buyerId);
  return held;
}
