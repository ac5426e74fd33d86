import { type Dice, makeId } from '../world/dice.ts';

/** Buyers whose lists are refused, and summaries or ranks that are all throttled: each concerns nothing else. */
export interface RefusalPlan {
  readonly refused: readonly RefusedBuyer[];
  /** `Retry-After` of the 429 that every call for a summary is answered with, in seconds; null where none is. */
  readonly summariesThrottledFor: number | null;
  /** The same of every call for a list in the Hotness order. */
  readonly ranksThrottledFor: number | null;
}

export interface RefusedBuyer {
  readonly buyerId: string;
  readonly from: number;
  /** null for good. */
  readonly until: number | null;
}

interface RefusalsRequest {
  readonly buyers: readonly string[];
  readonly slots: readonly number[];
  readonly peaceAt: number;
  /** Whether the config names buyers, so that one without rows is polled, too. */
  readonly mayAdd: boolean;
}

const mostRefused = 8;
const hourMs = 3_600_000;

export function planRefusals(dice: Dice, request: RefusalsRequest): RefusalPlan {
  const { buyers, slots, peaceAt, mayAdd } = request;
  const isTroubled = dice.chance(0.08);
  const isCrowd = mayAdd && dice.chance(0.3);
  const candidates = isCrowd
    ? Array.from({ length: dice.between(5, mostRefused) }, () => makeId(dice))
    : buyers;
  const most = isCrowd ? mostRefused : Math.min(mostRefused, Math.ceil(buyers.length / 2));
  const count = isCrowd ? candidates.length : dice.between(1, most);
  const from = dice.chance(0.5) ? 0 : dice.pick(slots) + dice.between(-60_000, 600_000);
  const later = [...slots.filter((slot) => slot > from), peaceAt + dice.between(0, 24) * hourMs];
  const until = dice.chance(0.5) ? null : dice.pick(later);
  const first = dice.between(0, candidates.length - 1);
  const chosen = [...candidates.slice(first), ...candidates.slice(0, first)].slice(0, count);
  const refused = chosen.map((buyerId) => ({ buyerId, from, until }));
  const throttledFor = dice.pick([30, 600, 3_600]);
  const summariesThrottledFor = dice.chance(0.06) ? throttledFor : null;
  return {
    refused: isTroubled ? refused : [],
    summariesThrottledFor,
    ranksThrottledFor: dice.chance(0.04) ? throttledFor : null,
  };
}

/** Whether the token may not see a buyer's list at that time: it is answered with 403. */
export function isRefused({ refused }: RefusalPlan, buyerId: string, at: number): boolean {
  const found = refused.find((one) => one.buyerId === buyerId);
  return found !== undefined && at >= found.from && (found.until === null || at < found.until);
}

/** When a buyer was last refused, by that time; null when it never was. */
export function lastRefusedAt({ refused }: RefusalPlan, buyerId: string, at: number): number | null {
  const found = refused.find((one) => one.buyerId === buyerId);
  if (found === undefined || at < found.from) return null;
  return Math.min(at, found.until ?? at);
}
