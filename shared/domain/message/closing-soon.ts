import { deadlineIn } from '../cells/deadline.ts';
import { closesSoonMs } from '../cells/order.ts';
import { createFactReader } from '../cells/row-facts.ts';
import { wallTimeAt } from '../cells/wall-time.ts';
import type { DigestView } from '../digests/digest.ts';
import { addSums, tellSum } from '../facts/money.ts';
import { readingOf, tellDate } from '../facts/tell-date.ts';
import type { Signal } from '../signals/signal.ts';
import { withBlanks } from '../text/keep-together.ts';

/**
 * `2 close by Fri, Dec 4 ($4.2M)`: how many signals close within a week, the last day of these, and what they are worth: no sum
 * where one of them names none that can be added. Null for none.
 */
export function tellClosingSoon(signals: readonly Signal[], view: DigestView): string | null {
  const reading = readingOf(view);
  const closing = signals.flatMap((signal) => {
    const endsAt = deadlineIn(signal, view);
    if (endsAt === null || endsAt <= reading.now || endsAt > reading.now + closesSoonMs) return [];
    return { endsAt, sum: createFactReader(signal, view).money()?.value ?? null };
  });
  if (closing.length === 0) return null;
  const worth = addSums(closing.flatMap(({ sum }) => sum ?? []));
  const told = worth !== null && worth.count === closing.length ? ` (${tellSum(worth.total)})` : '';
  // A day ends when the next one begins.
  const last = Math.max(...closing.map(({ endsAt }) => endsAt)) - 1;
  const day = tellDate({ kind: 'day', wall: wallTimeAt(last, view.timezone) }, reading);
  return `${closing.length} ${closing.length === 1 ? 'closes' : 'close'} by ${withBlanks(day)}${told}`;
}
