import { type AlarmNotice, thisMachine } from '../../shared/domain/alerts/alarm.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { linkText } from '../lines/links.ts';
import type { DigestMessage, Line } from '../lines/message.ts';
import { linesOf, plain } from '../lines/spans.ts';
import { checkedAddress } from '../text/safe-link.ts';
import type { TestNotice } from './destination.ts';

/** CloudWatch's longest description has 1,024 characters; its figures are not bounded so well. */
const longest = { heading: 150, impact: 1_024, figures: 500, name: 255 } as const;

export function writeAlarmMessage({ state, runbookUrl, ...told }: AlarmNotice): DigestMessage {
  const heading = visible(told.heading, longest.heading);
  const place = `${told.stage === thisMachine ? 'on' : 'in'} ${visible(told.stage, longest.name)}`;
  const headline = `${state === 'ALARM' ? '🚨 Alarm' : '✅ Over'}: ${heading} ${place}`;
  const runbook = runbookUrl === null ? null : checkedAddress(runbookUrl);
  const lines = [
    [plain(state === 'ALARM' ? visible(told.impact, longest.impact) : 'Its cause is gone.')],
    [
      plain(`Since ${visible(told.since, longest.name)}. What to do: `),
      ...(runbook === null
        ? [plain(`"${heading}" in docs/runbook.md`)]
        : linkText(heading, runbook, { instead: 'Open runbook' })),
    ],
  ];
  const figures = `${visible(told.figures, longest.figures)} (${visible(told.alarm, longest.name)})`;
  return notice(headline, headline, lines, figures);
}

export function writeTestMessage({ id, routeId, at }: TestNotice): DigestMessage {
  const headline = `🧪 Test of route ${visible(routeId, longest.name)} by Signalpost`;
  const sentence = 'The digests of this route will arrive here. This is a sample: no signal is behind it.';
  return notice(headline, headline, [[plain(sentence)]], `${at} · id ${id}`);
}

export function notice(
  headline: string,
  text: string,
  lines: readonly Line[],
  footer: string,
): DigestMessage {
  return { headline, text, hot: [], rest: [linesOf(lines)], restCounts: null, footer: [[plain(footer)]] };
}

/** CloudWatch's sentences quote what others named: none of it breaks a line of ours. */
function visible(text: string, most: number): string {
  return oneLine(text, most) ?? '–';
}
