import type { JudgedRule } from '../../machine/lookup/judge-hot.ts';
import { grouped } from '../../shared/domain/counted.ts';
import { tellNumber } from '../../shared/domain/facts/numbers.ts';
import { splitWords } from '../../shared/domain/text/column-words.ts';

/** What each rule of `hot` came to, and what other thresholds would have. */
export function tellHot(rules: readonly JudgedRule[]): string[] {
  if (rules.length === 0) return ['No signal is hot: hot in the config has no rule.'];
  return ['New signals of the last 90 days:', ...rules.flatMap(tellRule)];
}

function tellRule({ column, unjudged, thresholds: [own, ...others] }: JudgedRule): string[] {
  if (own === undefined) return [];
  const isRank = column === null;
  const tell = (threshold: number): string => tellNumber(isRank ? '' : splitWords(column), threshold);
  const would = others.map(({ threshold, ...one }) => {
    const then = `${isRank ? 'Top' : 'At'} ${tell(threshold)}${isRank ? '' : ' it'} would have been`;
    if (one.hot <= own.hot) return `${then} ${tellCounts(one)}.`;
    return `${then} ${grouped(one.hot)} hot. Nobody could claim the ${grouped(one.hot - own.hot)} more.`;
  });
  const lines = [
    `${isRank ? 'Top' : `${column} at least`} ${tell(own.threshold)}: ${tellCounts(own)}.`,
    `  ${grouped(own.sent)} sent, ${grouped(own.notLookedUp)} of them not looked up.`,
    ...would.map((line) => `  ${line}`),
    isRank && `  Top ${own.threshold + 1} can't be judged: only the top ${own.threshold} was read.`,
    unjudged > 0 && `  ${grouped(unjudged)} not judged: no ${isRank ? 'place' : 'value'} in the record.`,
  ];
  return lines.filter((line) => line !== false);
}

/** `41 hot, 12 claimed, 6 not for us, 9 acted on` */
function tellCounts(of: Omit<JudgedRule['thresholds'][number], 'threshold'>): string {
  const chosen = `${grouped(of.claimed)} claimed, ${grouped(of.notForUs)} not for us`;
  return `${grouped(of.hot)} hot, ${chosen}, ${grouped(of.acted)} acted on`;
}
