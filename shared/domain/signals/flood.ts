import type { FloodRule } from '../routes/route.ts';
import type { OutboxEntry } from './outbox.ts';

export interface FloodEntry extends Pick<OutboxEntry, 'key' | 'firstSeenAt' | 'hot'> {
  readonly readable: boolean;
  /** Resent by hand: no flood rule counts it. */
  readonly released: boolean;
  /** People call its bridge so; null where nothing names it. */
  readonly bridge: string | null;
}

export interface SetAside {
  readonly routeId: string;
  readonly keys: readonly string[];
  /** The version of the route's item when the rule was applied. */
  readonly ver: number;
}

/**
 * Sorts a route's entries into shown (all hot ones, and the newest of the others up to `rule.show`) and rest, which is to
 * be held; null if they are not a flood. `aside` counts the signals that were set aside and not told yet. Until a message
 * tells of them the flood goes on, however many of its entries are muted or can't be written since. Pure.
 */
export function planFlood<Entry extends FloodEntry>(
  rule: FloodRule,
  aside: number,
  entries: readonly Entry[],
) {
  if (aside === 0 && entries.length <= rule.over) return null;
  const hot = entries.filter(isHot);
  const others = entries.filter((entry) => !isHot(entry)).sort(newestFirst);
  const places = Math.max(0, rule.show - hot.length);
  return { shown: [...hot, ...others.slice(0, places)], rest: others.slice(places) };
}

export function countBridges(entries: readonly FloodEntry[]) {
  return [...Map.groupBy(entries, ({ bridge }) => bridge)]
    .flatMap(([name, { length }]) => (name === null ? [] : [{ name, signals: length }]))
    .sort((a, b) => b.signals - a.signals || (a.name < b.name ? -1 : 1));
}

/** A hot signal is never held: it is what people look for among so many. */
function isHot({ hot, readable }: FloodEntry): boolean {
  return hot && readable;
}

/** Ranks say nothing here: each is about one buyer's list. Unreadable items come last. */
function newestFirst(a: FloodEntry, b: FloodEntry): number {
  const unreadable = Number(b.readable) - Number(a.readable);
  return unreadable || b.firstSeenAt - a.firstSeenAt || (a.key < b.key ? -1 : 1);
}
