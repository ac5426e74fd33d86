import { describe, expect, it } from 'vitest';
import { findCronProblem } from '../../../../shared/config/check-cron.ts';
import { secret, webhook } from '../../../../shared/config/define-config.ts';
import type { ColumnCondition } from '../../../../shared/domain/routes/column-condition.ts';
import { asksForHot, type RouteMatch } from '../../../../shared/domain/routes/match.ts';
import { type ExplainedRoute, explainRoute } from '../../../../view/words/explain-route.ts';

const bridge = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001';
const slack = { type: 'slack', webhookUrl: { secret: 'SLACK_WEST' } } as const;
const signingSecret = secret('KEY');

const where = (name: string, is: Omit<ColumnCondition, 'name'>): RouteMatch => ({
  columns: [{ name, ...is }],
});

function explain(over: Partial<ExplainedRoute>, routing?: 'all' | 'first'): string {
  return explainRoute({ id: 'west', match: {}, when: 'immediately', to: slack, ...over }, routing);
}

describe('the sentence of a route', () => {
  it.each<[string, RouteMatch]>([
    ['All signals', {}],
    [
      'Hot signals whose State is CA or OR, whose Match Score is 80 or more,',
      {
        hot: true,
        columns: [
          { name: 'State', oneOf: ['CA', 'OR'] },
          { name: 'Match Score', atLeast: 80 },
        ],
      },
    ],
    ['Signals that are not hot', { hot: false }],
    [`Signals of the bridges "Board Meetings" or ${bridge}`, { bridges: ['Board Meetings', bridge] }],
    [`Signals of the bridge ${bridge}, of the buyer "b",`, { bridges: [bridge], buyers: ['b'] }],
    [
      'Signals of the buyers "1", "2", "3", "4", "5" or 3 more',
      { buyers: ['1', '2', '3', '4', '5', '6', '7', '8'] },
    ],
    ['Signals whose Fit Score is 80 to 1,000', where('Fit Score', { atLeast: 80, atMost: 1000 })],
    ['Signals whose Stage is Open', where('Stage', { equals: 'Open' })],
    ['Signals whose Topic contains "network"', where('Topic', { contains: 'network' })],
    [
      'Signals whose Due Date is after 2026-11-30 and is before 2027-01-01',
      where('Due Date', { after: '2026-11-30', before: '2027-01-01' }),
    ],
    ['Signals whose Stage is empty', where('Stage', { isEmpty: true })],
    ['Signals whose Owner is not empty', where('Owner', { isEmpty: false })],
    ['Signals, except those whose Stage is Awarded,', { not: where('Stage', { equals: 'Awarded' }) }],
    [
      'Signals that are either hot signals whose Value is 100,000 or more, or signals of the bridge "Meetings"',
      { any: [{ hot: true, ...where('Value', { atLeast: 100_000 }) }, { bridges: ['Meetings'] }] },
    ],
    [
      'Signals either whose Due Date is before 2027-01-01, or whose Due Date is empty',
      { any: [where('Due Date', { before: '2027-01-01' }), where('Due Date', { isEmpty: true })] },
    ],
  ])('says who: %s', (who, match) => {
    const also = asksForHot(match) ? ', also those whose score is not known in time, which say so' : '';
    expect(explain({ match })).toBe(`${who} go to Slack (SLACK_WEST) at once${also}.`);
  });

  it('says what routes leave to each other', () => {
    const tail = 'go to Slack (SLACK_WEST) at once.';
    const also =
      'go to Slack (SLACK_WEST) at once, also those whose score is not known in time, which say so.';
    expect(explain({ otherwise: true }, 'first')).toBe(`Signals that no other route matches ${tail}`);
    expect(explain({ otherwise: true, match: { hot: true } })).toBe(
      `Hot signals that no other route matches ${also}`,
    );
    expect(explain({ match: { hot: true } }, 'first')).toBe(
      `Hot signals, unless an earlier route matches them, ${also}`,
    );
  });

  it.each<[string, ExplainedRoute['to']]>([
    ['the Slack channel C0123ABCD', { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' }],
    ['Teams (TEAMS_URL)', { type: 'teams', webhookUrl: { secret: 'TEAMS_URL' } }],
    [
      'the webhook at hooks.example.com',
      webhook({ url: 'https://hooks.example.com/T0/SECRET?sig=SECRET', signingSecret }),
    ],
    ['the webhook of CRM_URL', webhook({ url: secret('CRM_URL'), signingSecret })],
  ])('says where, without a secret: %s', (where, to) => {
    const told = explain({ to });
    expect(told).toBe(`All signals go to ${where} at once.`);
    expect(told).not.toContain('SECRET');
  });

  it.each([
    ['0 8 ? * MON-FRI *', 'at 08:00, Monday through Friday'],
    ['0 8,16 ? * 2 *', 'at 08:00 and 16:00, only on Monday'],
    ['0 9 LW * ? *', 'at 09:00, on the last weekday of the month'],
    ['0 9 ? * FRIL 2027', 'at 09:00, on the last Friday of the month, only in 2027'],
  ])('says when: %s', (cron, when) => {
    expect(findCronProblem(cron)).toBeNull();
    expect(explain({ when: { cron, timezone: 'America/New_York' } })).toBe(
      `All signals go to Slack (SLACK_WEST) ${when}, New York time.`,
    );
  });

  it.each<[string, Partial<ExplainedRoute>]>([
    [
      'between 18:00 and 08:00, New York time',
      { quiet: { from: '18:00', to: '08:00', timezone: 'America/New_York' } },
    ],
    [
      'between 18:00 and 08:00, on Saturday, on Sunday or on 1 holiday, New York time',
      {
        quiet: { from: '18:00', to: '08:00', days: ['SAT', 'SUN'], timezone: 'America/New_York' },
        holidays: ['2026-12-25'],
      },
    ],
    ['on 2 holidays, Berlin time', { holidays: ['2026-12-25', '2026-12-26'], timezone: 'Europe/Berlin' }],
  ])('says when nothing is sent: %s', (times, over) => {
    expect(explain(over)).toBe(`All signals go to Slack (SLACK_WEST) at once, but not ${times}.`);
  });
});
