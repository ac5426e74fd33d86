import type { AlarmNotice } from '../../domain/alarm.ts';
import { oneLine } from '../../domain/text/one-line.ts';
import { linkRun, run, type TextRun, textBlock, writeEnvelope } from './card.ts';

/** CloudWatch's longest description has 1,024 characters; its figures are not bounded so well. */
const longest = { heading: 150, impact: 1_024, figures: 500, name: 255, url: 2_000 } as const;

/** A small card: what it is, what it means, since when and what to do. */
export function renderAlarm(notice: AlarmNotice): string {
  const { state, since } = notice;
  const heading = visible(notice.heading, longest.heading);
  const [sign, word] = state === 'ALARM' ? ['🚨', 'Alarm'] : ['✅', 'Over'];
  const figures = `${visible(notice.figures, longest.figures)} (${visible(notice.alarm, longest.name)})`;
  return writeEnvelope([
    textBlock([
      run(`${sign} ${word}: ${heading}`, { weight: 'Bolder' }),
      run(` in ${visible(notice.stage, longest.name)}`),
    ]),
    textBlock([run(state === 'ALARM' ? visible(notice.impact, longest.impact) : 'It is well again.')], {
      spacing: 'Small',
    }),
    textBlock([run(`Since ${visible(since, longest.name)}. What to do: `), whatToDo(notice, heading)], {
      spacing: 'None',
    }),
    textBlock([run(figures, { size: 'Small', isSubtle: true })], { spacing: 'Small' }),
  ]);
}

function whatToDo({ runbookUrl }: AlarmNotice, heading: string): TextRun {
  return runbookUrl === null || runbookUrl.length > longest.url
    ? run(`"${heading}" in docs/runbook.md`)
    : linkRun(heading, runbookUrl);
}

/** CloudWatch's sentences quote what others named: none of it breaks a line of ours. */
function visible(text: string, most: number): string {
  return oneLine(text, most) ?? '–';
}
