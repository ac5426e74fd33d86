import { isRecord } from '../../domain/is-record.ts';
import type { Signal } from '../../domain/rows/signal.ts';
import type { HotReason } from '../../domain/signals/hotness.ts';
import type { OutboxEntry } from '../../domain/signals/outbox.ts';
import { numberOf, parsedOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';

/** An entry, a record and a signal that waits for values have these in common. */
export function storedOf(item: Item) {
  return {
    firstSeenAt: numberOf(item, 'firstSeenAt') ?? 0,
    hot: item.hot === true,
    hotUnknown: item.hotUnknown === true,
    hotnessRank: numberOf(item, 'hotnessRank'),
    ...reasonsIn(item),
    signal: signalIn(item),
  };
}

/** Milliseconds since the epoch. */
export function enteredAtOf(item: Item): number {
  return numberOf(item, 'enteredAt') ?? numberOf(item, 'firstSeenAt') ?? 0;
}

/** Absent where an earlier version recorded it, and where a reason is damaged: its digest then gives none. */
function reasonsIn(item: Item): Pick<OutboxEntry, 'hotBecause'> {
  const parsed = parsedOf(item, 'hotBecause');
  return Array.isArray(parsed) && parsed.every(isReason) ? { hotBecause: parsed } : {};
}

function isReason(value: unknown): value is HotReason {
  if (!isRecord(value)) return false;
  const { rule, name, rank } = value;
  const numbers = rule === 'column' ? [value.value, value.atLeast] : [rank, value.of];
  const isKnown = rule === 'rank' || (rule === 'column' && typeof name === 'string');
  return isKnown && numbers.every((number) => typeof number === 'number');
}

/** Null for an unreadable item and for damaged text, so that neither blocks the route's other signals. */
export function signalIn(item: Item): Signal | null {
  const parsed = parsedOf(item, 'text');
  if (!isRecord(parsed) || !isRecord(parsed.columns)) return null;
  const isWhole = typeof parsed.bridgeId === 'string' && typeof parsed.rowId === 'string';
  return isWhole ? (parsed as unknown as Signal) : null;
}
