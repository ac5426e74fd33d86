import { describe, expect, test } from 'vitest';
import { destinationOf, type destinations } from '../../../message/destinations.ts';
import type { AlarmNotice } from '../../../shared/domain/alerts/alarm.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';
import { writtenForms } from '../../support/destinations/written-forms.ts';
import { exampleNotice } from '../../support/examples/example-notice.ts';
import { cardIn, findCardProblems, linesOf } from './adaptive-card.ts';

const render = (type: keyof typeof destinations, over: Partial<AlarmNotice>): string => {
  const to = writtenForms.find((form) => form.type === type) as DestinationSettings;
  return destinationOf(to).renderAlarm(exampleNotice(over), to);
};
const inSlack = (over: Partial<AlarmNotice> = {}) => JSON.parse(render('slack', over));
const inTeams = (over: Partial<AlarmNotice> = {}) => cardIn(render('teams', over));
const everywhere = (text: string) => ({ alarm: text, heading: text, impact: text, figures: text });

describe('the message of an alarm', () => {
  test('says what it is, what it means, since when and what to do, and when it is over', () => {
    const [heading, since] = ['Alarm: Dead letters in prod', 'Since 2026-11-21T08:00:00.000Z.'];
    const url = 'https://git.example.com/runbook.md#dead-letters';
    expect(inSlack()).toEqual({
      text: `🚨 ${heading}\n\nSomething was given up.\n${since} What to do: Dead letters (${url})\n\n1 datapoint (dead-letters)`,
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
    expect(linesOf(inTeams().body)).toEqual([
      `🚨 ${heading}`,
      'Something was given up.',
      `${since} What to do: Dead letters <${url}>`,
      '1 datapoint (dead-letters)',
    ]);
    expect(inSlack({ state: 'OK' }).text).toMatch(/^✅ Over: Dead letters in prod\n\nIts cause is gone\.\n/);
  });

  test.each([null, `https://git.example.com/${'x'.repeat(3_000)}`])(
    'names the heading where no link leads to it (%#)',
    (runbookUrl) => {
      expect(inSlack({ runbookUrl }).text).toContain('What to do: "Dead letters" in docs/runbook.md\n');
    },
  );

  test.each([
    '<!channel> <@U024BE7LH> <!subteam^SAZ94GDB8>',
    'two\nlines\u2028and\u0000more',
    'a|b>c<d & &lt;!here&gt;',
    'half \ud83d',
    '**bold** {{DATE(2026-01-01)}}',
  ])('pages nobody and stays on its lines with %j', (text) => {
    const slackLines = inSlack({ ...everywhere(text), runbookUrl: 'https://a.example/x|y' }).text.split('\n');

    expect(slackLines).toHaveLength(6);
    expect(slackLines[3]).toMatch(/ \(https:\/\/a\.example\/x%7Cy\)$/);
    expect(slackLines.join()).not.toMatch(/<[!@#]/);
    expect(linesOf(inTeams(everywhere(text)).body)).toHaveLength(4);
    expect(findCardProblems(inTeams(everywhere(text)))).toEqual([]);
    expect(JSON.parse(render('webhook', everywhere(text))).data.heading).toBe(text.toWellFormed());
  });

  test('cuts what is long', () => {
    expect(render('slack', everywhere('x'.repeat(50_000))).length).toBeLessThan(4_000);
  });
});
