import { formatNumber } from '../../message/facts/numbers.ts';
import { counted, grouped } from '../../shared/domain/counted.ts';
import { splitWords } from '../../shared/domain/text/column-words.ts';
import type { JudgedHot, JudgedRule } from '../lookup/judge-hot.ts';

export function describeHot({ rules, kept }: JudgedHot): string[] {
  if (rules.length === 0) return ['No signal is hot: hot in the config has no rule.'];
  return ['New signals of the last 90 days:', ...rules.flatMap(describeRule), ...kept.map(describeKept)];
}

/** `12 more signals would be hot, but Due Date had passed.` */
export function describeKept({ column, signals }: JudgedHot['kept'][number]): string {
  return `${counted(signals, 'more signal')} would be hot, but ${column} had passed.`;
}

/** `Match Score at least 80: 41 hot, 12 claimed, 6 not for us, 9 acted on.` */
function describeRule({ column, threshold, ...of }: JudgedRule): string[] {
  const rule =
    column === null
      ? `Top ${threshold}`
      : `${column} at least ${formatNumber(splitWords(column), threshold)}`;
  const chosen = `${grouped(of.claimed)} claimed, ${grouped(of.notForUs)} not for us`;
  return [
    `${rule}: ${grouped(of.hot)} hot, ${chosen}, ${grouped(of.acted)} acted on.`,
    `  ${grouped(of.sent)} sent, ${grouped(of.notLookedUp)} of them not looked up.`,
  ];
}
