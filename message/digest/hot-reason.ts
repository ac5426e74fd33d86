import { grouped } from '../../shared/domain/counted.ts';
import type { DigestContent, DigestSignal, DigestView } from '../../shared/domain/digests/digest.ts';
import type { HotReason } from '../../shared/domain/signals/hotness.ts';
import { labelColumn, splitWords } from '../../shared/domain/text/column-words.ts';
import { formatSum } from '../facts/money.ts';
import { formatNumber, formatOrdinal } from '../facts/numbers.ts';
import { keepTogether } from '../text/keep-together.ts';

type Reasoned = Pick<DigestSignal, 'hotBecause' | 'bridgeId'>;
type ReasonView = Pick<DigestView, 'columns'>;

/** Columns come before the place. */
function firstReason({ hotBecause }: Reasoned): HotReason | undefined {
  return hotBecause.find(({ rule }) => rule === 'column') ?? hotBecause[0];
}

/** `Match Score 97`, `1st of 12 here`; with its rule, `Match Score 97 (85 or more)`. Null without a reason. */
export function describeReason(signal: Reasoned, view: ReasonView, withRule = false): string | null {
  const reason = firstReason(signal);
  if (reason === undefined) return null;
  if (reason.rule === 'rank')
    return keepTogether(`${formatOrdinal(reason.rank)} of ${grouped(Math.max(reason.of, reason.rank))} here`);
  const tell = tellerOf(reason.name, signal, view);
  const rule = withRule ? ` (${tell(reason.atLeast)} or more)` : '';
  return `${labelColumn(reason.name)}\u00a0${tell(reason.value)}${rule}`;
}

/** `Match Score 85 or more`, `the hottest of each buyer`: each rule by which signals of the message are hot. */
export function rulesIn({ buyers, view }: Pick<DigestContent, 'buyers' | 'view'>): string[] {
  const hot = buyers.flatMap(({ signals }) => signals).filter((signal) => signal.hot);
  const rules = hot.flatMap((signal) => {
    const reason = firstReason(signal);
    if (reason?.rule !== 'column') return reason ? 'the hottest of each buyer' : [];
    return `${labelColumn(reason.name)} ${tellerOf(reason.name, signal, view)(reason.atLeast)} or more`;
  });
  return [...new Set(rules)];
}

function tellerOf(name: string, { bridgeId }: Reasoned, view: ReasonView): (value: number) => string {
  const info = view.columns.get(bridgeId.toLowerCase())?.find((one) => one.name === name);
  return (value) =>
    info?.format === 'currencyUnit'
      ? formatSum({ amount: value, currency: info.currency })
      : formatNumber(splitWords(name), value);
}
