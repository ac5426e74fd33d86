import { clocksMs, isPast } from '../clock.ts';
import { lastSlot } from '../digests/last-slot.ts';
import { parseDuration } from '../duration.ts';
import type { NextTime } from '../routes/due.ts';
import { type MutableSignal, type Mute, muteOf } from '../routes/mute.ts';
import { quietMsBetween } from '../routes/quiet.ts';
import type { FloodRule, Route } from '../routes/route.ts';

/** The fields of an outbox entry that a flood rule needs. */
export interface FloodEntry extends MutableSignal {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly firstSeenAt: number;
  readonly hot: boolean;
  /** Recorded while its hotness was unknown. */
  readonly hotUnknown: boolean;
  /** False for an item that could not be read. */
  readonly readable: boolean;
  /** Held back once and resent by hand: no flood rule counts it again. */
  readonly released: boolean;
  /** Its bridge as people call it; null where nothing names it. */
  readonly bridge: string | null;
}

/** Entries that a flood rule takes out of a route's outbox. */
export interface SetAside {
  readonly routeId: string;
  /** Outbox keys. */
  readonly keys: readonly string[];
  readonly fate: 'held' | 'dropped';
  /** Of the route's item, as it was read when `fate` was decided. */
  readonly ver: number;
}

/**
 * Sorts a route's entries into shown (all hot ones, and the newest of the others up to `rule.show`) and rest, which is to
 * be held back or dropped; null if they are not a flood. `aside` counts what was set aside and not
 * told yet: until a message tells it, it belongs to the same flood. Pure.
 */
export function planFlood<Entry extends FloodEntry>(
  rule: FloodRule,
  aside: number,
  entries: readonly Entry[],
) {
  if (entries.length + aside <= rule.over) return null;
  const hot = entries.filter(isHot);
  const others = entries.filter((entry) => !isHot(entry)).sort(newestFirst);
  const places = Math.max(0, rule.show - hot.length);
  return { shown: [...hot, ...others.slice(0, places)], rest: others.slice(places) };
}

/** What a route's entries may have waited for. */
interface FloodWaits extends ReturnType<typeof timesOf> {
  /** When the route was last resumed; null if never. */
  readonly keptUntil: number | null;
  /** With those that are over. */
  readonly mutes: readonly Mute[];
  readonly now: number;
}

/** A composition may be that much later than its signals. */
const immediateMs = 15 * 60_000;

/** The route's newest time, at which its signals were to be sent, never before they are seen; and the one before it. */
export function timesOf(route: Route, nextSlot: NextTime, now: number) {
  const { when } = route;
  if (when === 'immediately') {
    const since = now - parseDuration(route.gather ?? '0 seconds') - immediateMs;
    return { newest: since, earlier: since };
  }
  const last = (until: number): number | null => lastSlot((after) => nextSlot(when, after), until);
  const newest = last(now) ?? now;
  return { newest, earlier: last(newest - 1) ?? Number.NEGATIVE_INFINITY };
}

/**
 * The fate of an entry that is not shown. A rule drops only news: what waited for a resume, for the end of a mute or of
 * quiet hours, or for longer than its route explains, is held, and so is what may be hot. Pure.
 */
export function fateOf(
  route: Route,
  rule: FloodRule,
  entry: FloodEntry,
  { keptUntil, mutes, earlier, newest, now }: FloodWaits,
): 'held' | 'dropped' {
  const { firstSeenAt, hotUnknown } = entry;
  const wasKept = keptUntil !== null && isPast(firstSeenAt, keptUntil);
  const wasMuted = muteOf(mutes, route.id, entry, firstSeenAt - clocksMs) !== null;
  // What a wrong clock dated ahead may have waited for anything.
  const wasLeft = firstSeenAt <= earlier || !isPast(firstSeenAt, now);
  const isHeld = rule.rest === 'hold' || hotUnknown || wasKept || wasMuted || wasLeft;
  // Quiet hours last: each entry's are counted minute by minute.
  return isHeld || quietMsBetween(route, Math.max(firstSeenAt, newest), now) > 0 ? 'held' : 'dropped';
}

/** How many of the entries are of each bridge, most first; what names no bridge is left out. */
export function countBridges(
  entries: readonly FloodEntry[],
): readonly { readonly name: string; readonly signals: number }[] {
  return [...Map.groupBy(entries, ({ bridge }) => bridge)]
    .flatMap(([name, { length }]) => (name === null ? [] : [{ name, signals: length }]))
    .sort((a, b) => b.signals - a.signals || (a.name < b.name ? -1 : 1));
}

/** A hot signal is never held: it is what people look for among so many. */
function isHot({ hot, readable }: FloodEntry): boolean {
  return hot && readable;
}

/** Ranks say nothing here: each is of one buyer's list. What could not be read comes last. */
function newestFirst(a: FloodEntry, b: FloodEntry): number {
  const unreadable = Number(b.readable) - Number(a.readable);
  return unreadable || b.firstSeenAt - a.firstSeenAt || (a.key < b.key ? -1 : 1);
}
