import { describe, expect, test } from 'vitest';
import { destinations } from '../../../shared/destinations/destinations.ts';
import { anchorOf, describeAlarm, readDescription } from '../../../shared/domain/alarm.ts';
import { exampleNotice } from '../../support/examples/example-notice.ts';

const { slack, webhook } = destinations;
const notice = exampleNotice({ runbookUrl: null });

describe('the message of an alarm', () => {
  test('names the heading where nobody said where the runbook is', () => {
    expect(JSON.parse(slack.renderAlarm(notice)).text).toContain(
      'What to do: "Dead letters" in docs/runbook.md',
    );
  });

  test.each([
    '<!channel> <@U024BE7LH> <!subteam^SAZ94GDB8>',
    'two\nlines\u2028and\u0000more',
    'a|b>c<d & &lt;!here&gt;',
    'half \ud83d',
    '"},{"type":"section"',
  ])('pages nobody and stays on its lines with %j', (text) => {
    const wild = { ...notice, alarm: text, heading: text, impact: text, figures: text };

    const message = JSON.parse(slack.renderAlarm({ ...wild, runbookUrl: 'https://a.example/x|y' }));

    expect(message.text.split('\n')).toHaveLength(4);
    expect(message.text).not.toMatch(/<[!@#]/);
    expect(message.text.match(/<https:\/\/a\.example\/x%7Cy\|/g)).toHaveLength(1);
    expect(JSON.parse(webhook.renderAlarm(wild)).data.heading).toBe(text.toWellFormed());
  });

  test('keeps what is long within what Slack takes', () => {
    const long = 'x'.repeat(50_000);
    const body = slack.renderAlarm({ ...notice, alarm: long, heading: long, impact: long, figures: long });

    expect(body.length).toBeLessThan(4_000);
  });
});

describe('the description of an alarm', () => {
  test('gives back what was put into it', () => {
    const description = describeAlarm('Nobody is read.\nNothing arrives.', 'Polling fails');

    expect(readDescription(description)).toEqual({
      impact: 'Nobody is read.\nNothing arrives.',
      heading: 'Polling fails',
    });
  });

  test('is all impact when someone else wrote it', () => {
    expect(readDescription('disk is full')).toEqual({ impact: 'disk is full', heading: null });
  });

  test.each([
    ['Polling fails', 'polling-fails'],
    ['A route is disabled', 'a-route-is-disabled'],
    ["Alarms don't arrive", 'alarms-dont-arrive'],
    ['429s, again and again', '429s-again-and-again'],
  ])('has for the heading %j the anchor %j', (heading, anchor) => {
    expect(anchorOf(heading)).toBe(anchor);
  });
});
