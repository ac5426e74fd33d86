import type { DigestView } from '../digests/digest.ts';
import { deadlineIn } from '../message/deadline.ts';
import { entityOf } from '../message/shown-buyers.ts';
import type { Signal } from '../signals/signal.ts';
import { withBlanks } from '../text/keep-together.ts';
import { findMoney, readingOf } from './facts.ts';
import { readSum, tellSum } from './money.ts';
import { tellDate } from './tell-date.ts';
import { wallTimeAt } from './wall-time.ts';

const weekMs = 7 * 86_400_000;
/** Rows of other bridges have the code of what some write with its symbol. */
const codes: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/**
 * `$4.2M due by Fri, Dec 4`: what the signals are worth whose deadlines end within a week, and the last of these. Null
 * without any, and where one of them shows a sum that can't be added: no sum is better than a wrong one.
 */
export function tellDueSoon(signals: readonly Signal[], view: DigestView): string | null {
  const reading = readingOf(view);
  const due = signals.flatMap((signal) => {
    const endsAt = deadlineIn(signal, view);
    if (endsAt === null || endsAt <= reading.now || endsAt > reading.now + weekMs) return [];
    const money = findMoney(signal, view.columns.get(signal.bridgeId.toLowerCase()));
    if (money === null || money.kind === 'budget' || money.kind === 'cost') return [];
    const sum = money.kind === 'worth' ? readSum(signal.columns[money.column], money.info) : null;
    const currency = codes[sum?.currency ?? ''] ?? sum?.currency;
    const entity = entityOf(signal, signal.buyerId);
    const thing = entity === null ? signal : `${signal.buyerId.toLowerCase()} ${entity}`;
    return [{ amount: sum?.amount ?? 0, currency, endsAt, thing, bridgeId: signal.bridgeId.toLowerCase() }];
  });
  const currency = due[0]?.currency;
  if (!currency || due.some((one) => one.amount <= 0 || one.currency !== currency)) return null;
  // In cents, which have no rest to differ by.
  const sumOf = (some: typeof due) => some.reduce((all, { amount }) => all + Math.round(amount * 100), 0);
  // What several bridges show of one thing counts once, if they agree.
  const ofThings = [...Map.groupBy(due, ({ thing }) => thing).values()].map((own) => {
    return [...Map.groupBy(own, ({ bridgeId }) => bridgeId).values()].map(sumOf);
  });
  if (ofThings.some(([first, ...others]) => others.some((one) => one !== first))) return null;
  const sum = tellSum(ofThings.reduce((all, [first = 0]) => all + first, 0) / 100, currency);
  // A day ends when the next one begins.
  const last = Math.max(...due.map(({ endsAt }) => endsAt)) - 1;
  const day = tellDate({ kind: 'day', wall: wallTimeAt(last, view.timezone) }, reading);
  return sum && `${sum} due by ${withBlanks(day)}`;
}
