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
  /** All hot ones, and the newest of the others up to as many as are shown. */
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
  const inFlood = entries.filter((entry) => entry.firstSeenAt <= until);
  const hot = inFlood.filter(isHot);
  const others = inFlood.filter((entry) => !isHot(entry)).sort(newestFirst);
  const places = Math.max(0, rule.show - hot.length);
  return {
    until,
    shown: [...hot, ...others.slice(0, places)],
    rest: others.slice(places),
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

/** A hot signal is never held back: it is what people look for among so many. */
function isHot({ hot, readable }: FloodEntry): boolean {
  return hot && readable;
}

/** Ranks say nothing here: each is of one buyer's list. What could not be read comes last. */
function newestFirst(a: FloodEntry, b: FloodEntry): number {
  const unreadable = Number(b.readable) - Number(a.readable);
  return unreadable || b.firstSeenAt - a.firstSeenAt || (a.key < b.key ? -1 : 1);
}
