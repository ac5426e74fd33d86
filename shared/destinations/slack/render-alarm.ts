import type { AlarmNotice } from '../../domain/alarm.ts';
import { oneLine } from '../../domain/text/one-line.ts';
import { escapeMrkdwn } from './plain-form.ts';

/** CloudWatch's longest description has 1,024 characters; its figures are not bounded so well. */
const longest = { heading: 150, impact: 1_024, figures: 500, alarm: 255 } as const;

/** One text and no blocks: a form that Slack refused would leave the alarm untold. */
export function renderAlarm(notice: AlarmNotice): string {
  const { state, stage, since, runbookUrl } = notice;
  const heading = visible(notice.heading, longest.heading);
  const [emoji, word] = state === 'ALARM' ? [':rotating_light:', 'Alarm'] : [':white_check_mark:', 'Over'];
  const lines = [
    `${emoji} *${word}: ${heading}* in ${escapeMrkdwn(stage)}`,
    state === 'ALARM' ? visible(notice.impact, longest.impact) : 'It is well again.',
    `Since ${escapeMrkdwn(since)}. What to do: ${runbookLink(runbookUrl, heading)}`,
    `${visible(notice.figures, longest.figures)} (${visible(notice.alarm, longest.alarm)})`,
  ];
  return JSON.stringify({ text: lines.join('\n'), unfurl_links: false, unfurl_media: false });
}

function runbookLink(url: string | null, heading: string): string {
  // A link ends at ">" and its address at "|".
  return url === null
    ? `"${heading}" in docs/runbook.md`
    : `<${escapeMrkdwn(url).replaceAll('|', '%7C')}|${heading}>`;
}

/** CloudWatch's sentences quote what others named: a line of our own must not be broken by them, nor anybody be paged. */
function visible(text: string, most: number): string {
  return escapeMrkdwn(oneLine(text, most) ?? '–');
}
