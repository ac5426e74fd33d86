import { counted, grouped } from '../../shared/domain/counted.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';
import type { ComparedColumns } from '../preview/compare-columns.ts';

type Listed = ComparedColumns['closes'];

export function formatColumns(compared: ComparedColumns): string[] {
  const { since, signals, hot, wouldBeHot, closes, opens, facts } = compared;
  const changed = facts.flatMap(({ of, changes, drops }) => [
    ...formatListed(`${of}: changes of`, changes),
    ...formatListed(`${of}: drops of`, drops),
  ]);
  const lines = [...formatListed('closes', closes), ...formatListed('opens', opens), ...changed];
  return [
    `Of ${counted(signals, 'signal')} since ${formatTime(since)}, with these columns:`,
    ...(hot === wouldBeHot ? [] : [`  hot: ${grouped(hot)} today, ${grouped(wouldBeHot)} then`]),
    ...(lines.length === 0 ? ['  nothing closes, changes or drops'] : lines),
  ];
}

function formatListed(what: string, { signals, examples }: Listed): string[] {
  if (signals === 0) return [];
  const told = examples.map(({ name, bridgeName, fact }) =>
    [name ?? 'a signal without a name', bridgeName && ` (${bridgeName})`, fact && `: ${fact}`]
      .filter(Boolean)
      .join(''),
  );
  const left = signals - examples.length;
  const more = left > 0 ? [`… and ${grouped(left)} more`] : [];
  return [`  ${what} ${counted(signals, 'signal')}`, ...[...told, ...more].map((line) => `    ${line}`)];
}
