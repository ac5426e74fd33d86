import type { DigestView } from '../digests/digest.ts';
import { deadlineIn } from '../message/deadline.ts';
import type { Signal } from '../signals/signal.ts';
import { withBlanks } from '../text/keep-together.ts';
import { readingOf } from './facts.ts';
import { tellSum, worthOf } from './money.ts';
import { tellDate } from './tell-date.ts';
import { wallTimeAt } from './wall-time.ts';

const weekMs = 7 * 86_400_000;

/**
 * `$4.2M due by Fri, Dec 4`: what the signals are worth whose deadlines end within a week, and the last of these. Null
 * without any, or where they have several currencies.
 */
export function tellDueSoon(signals: readonly Signal[], view: DigestView): string | null {
  const reading = readingOf(view);
  const due = signals.flatMap(({ columns, bridgeId }) => {
    const infos = view.columns.get(bridgeId.toLowerCase());
    const endsAt = deadlineIn({ columns, bridgeId }, view);
    if (endsAt === null || endsAt <= reading.now || endsAt > reading.now + weekMs) return [];
    const infoOf = (column: string) => infos?.find(({ name }) => name === column);
    const worths = Object.entries(columns).map(([column, value]) => worthOf(column, value, infoOf(column)));
    const { amount, currency = null } = worths.find((one) => one && one.amount > 0 && one.currency) ?? {};
    return amount === undefined || currency === null ? [] : [{ amount, currency, endsAt }];
  });
  const [first] = due;
  if (!first || due.some(({ currency }) => currency !== first.currency)) return null;
  const sum = tellSum(
    due.reduce((all, { amount }) => all + amount, 0),
    first.currency,
  );
  const symbol = first.currency.length === 1 ? first.currency : '';
  // A day ends when the next one begins.
  const last = Math.max(...due.map(({ endsAt }) => endsAt)) - 1;
  return (
    sum &&
    `${symbol}${sum} due by ${withBlanks(tellDate({ kind: 'day', wall: wallTimeAt(last, view.timezone) }, reading))}`
  );
}
