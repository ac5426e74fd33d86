import { isPast } from '../clock.ts';
import type { FloodRule } from '../routes/route.ts';

/** A flood that a route is in: begun, and its digest not frozen yet. */
export interface OpenFlood {
  /** When it began, in milliseconds since the epoch: what its signals are counted by. */
  readonly id: number;
  /** Signals first seen until then belong to it. */
  readonly until: number;
}

/** An entry of the outbox, as far as a flood rule must know it. */
export interface FloodEntry {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
  readonly hot: boolean;
  readonly hotnessRank: number | null;
  /** False for an item that could not be read. */
  readonly readable: boolean;
  /** Held back once and released by hand: no rule counts it again. */
  readonly released: boolean;
  /** A person handed it to this route. */
  readonly handedOver: boolean;
}

/** What a flood rule takes out of a route's outbox. */
export interface SetAside {
  readonly routeId: string;
  /** Outbox keys. */
  readonly keys: readonly string[];
  readonly fate: 'held' | 'dropped';
  /** Of the open flood that they are counted with. */
  readonly floodId: number;
  /** When its route was last resumed, as whoever decided on `fate` knew it. @default null */
  readonly keptUntil?: number | null | undefined;
}

export interface FloodPlan<Entry> {
  /** Signals first seen until then belong to the flood. */
  readonly until: number;
  /** The hottest, at most as many as are shown. */
  readonly shown: readonly Entry[];
  /** What is held back or dropped. */
  readonly rest: readonly Entry[];
  /** What came after the flood: an ordinary digest's. */
  readonly later: readonly Entry[];
}

/**
 * What to do with the signals that wait for a route: null when they are no flood. A flood that is open stays one
 * until its digest is frozen, although most of it may be set aside already. Pure.
 */
export function planFlood<Entry extends FloodEntry>(
  rule: FloodRule,
  open: OpenFlood | null,
  entries: readonly Entry[],
  now: number,
): FloodPlan<Entry> | null {
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

/**
 * What becomes of an entry that is not shown. A rule drops news alone: what its route kept while it was disabled,
 * until `keptUntil`, and what a person handed to it, is held.
 */
export function fateOf(
  rule: FloodRule,
  { firstSeenAt, handedOver }: FloodEntry,
  keptUntil: number | null,
): 'held' | 'dropped' {
  if (rule.rest === 'hold' || handedOver) return 'held';
  return keptUntil !== null && isPast(firstSeenAt, keptUntil) ? 'held' : 'dropped';
}

/** Hot ones first, by rank; what is equally hot by how new it is. What could not be read comes last. */
function byHeat(a: FloodEntry, b: FloodEntry): number {
  return heat(a) - heat(b) || b.firstSeenAt - a.firstSeenAt || (a.key < b.key ? -1 : 1);
}

function heat({ hot, hotnessRank, readable }: FloodEntry): number {
  if (!readable) return Number.MAX_SAFE_INTEGER;
  return (hot ? 0 : 1_000_000) + (hotnessRank ?? 500_000);
}
