import { deadlineIn } from '../../shared/domain/cells/deadline.ts';
import type { Sum } from '../../shared/domain/cells/read-number.ts';
import { createFactReader } from '../../shared/domain/cells/row-facts.ts';
import type { DigestView } from '../../shared/domain/digests/digest.ts';
import type { Signal } from '../../shared/domain/rows/signal.ts';
import { closesSoonMs } from '../../shared/domain/signals/order.ts';
import { wallTimeAt } from '../../shared/domain/times/wall-time.ts';
import { formatDate, type Reading, readingOf } from '../facts/format-date.ts';
import { addSums, formatSum } from '../facts/money.ts';

/** `2 close by Fri, Dec 4 ($4.2M)`: how many signals close within a week. Null for none. */
export function describeClosingSoon(signals: readonly Signal[], view: DigestView): string | null {
  const reading = readingOf(view);
  const closing = signals.flatMap((signal) => {
    const endsAt = deadlineIn(signal, view);
    if (endsAt === null || endsAt <= reading.now || endsAt > reading.now + closesSoonMs) return [];
    return { endsAt, sum: createFactReader(signal, view).money()?.value ?? null };
  });
  if (closing.length === 0) return null;
  const last = Math.max(...closing.map(({ endsAt }) => endsAt));
  const sums = closing.map(({ sum }) => sum);
  return `${closing.length} ${closing.length === 1 ? 'closes' : 'close'} ${describeBy(last, sums, reading)}`;
}

/**
 * `by Fri, Dec 4 ($4.2M)`: the day with which the last one ends, and their worth. If one of them names no sum, or none
 * that can be added, the worth is left out.
 */
export function describeBy(last: number, sums: readonly (Sum | null)[], reading: Reading): string {
  // A day ends when the next one begins.
  const day = formatDate({ kind: 'day', wall: wallTimeAt(last - 1, reading.timezone) }, reading);
  const worth = addSums(sums);
  return `by ${day}${worth?.named === sums.length ? ` (${formatSum(worth)})` : ''}`;
}
