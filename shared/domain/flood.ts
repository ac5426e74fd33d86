import type { OutboxEntry } from './outbox.ts';
import type { FloodRule } from './route.ts';

/** A flood that a route is in: begun, and its digest not frozen yet. */
export interface OpenFlood {
  /** When it began, in milliseconds since the epoch: what its signals are counted by. */
  readonly id: number;
  /** Signals first seen until then belong to it. */
  readonly until: number;
}

export interface FloodPlan {
  /** Signals first seen until then belong to the flood. */
  readonly until: number;
  /** The hottest, at most as many as are shown. */
  readonly shown: readonly OutboxEntry[];
  /** What is held back or dropped. */
  readonly rest: readonly OutboxEntry[];
  /** What came after the flood: an ordinary digest's. */
  readonly later: readonly OutboxEntry[];
}

/**
 * What to do with the signals that wait for a route: null when they are no flood. A flood that is open stays one
 * until its digest is frozen, although most of it may be set aside already. Pure.
 */
export function planFlood(
  rule: FloodRule,
  open: OpenFlood | null,
  entries: readonly OutboxEntry[],
  now: number,
): FloodPlan | null {
  const begins = entries.length > rule.over;
  if (!begins && open === null) return null;
  const until = begins ? now : (open as OpenFlood).until;
  const hottestFirst = entries.filter((entry) => entry.firstSeenAt <= until).sort(byHeat);
  return {
    until,
    shown: hottestFirst.slice(0, rule.show),
    rest: hottestFirst.slice(rule.show),
    later: entries.filter((entry) => entry.firstSeenAt > until),
  };
}

/** Hot ones first, by rank; what is equally hot by how new it is. What could not be read comes last. */
function byHeat(a: OutboxEntry, b: OutboxEntry): number {
  return heat(a) - heat(b) || b.firstSeenAt - a.firstSeenAt || (a.key < b.key ? -1 : 1);
}

function heat({ hot, hotnessRank, signal }: OutboxEntry): number {
  if (signal === null) return Number.MAX_SAFE_INTEGER;
  return (hot ? 0 : 1_000_000) + (hotnessRank ?? 500_000);
}
