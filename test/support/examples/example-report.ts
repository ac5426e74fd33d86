import type { RecapContent, ReminderContent } from '../../../message/reports/report.ts';
import type { ToldRow } from '../../../message/reports/told-row.ts';
import { bridgeId, buyerA, rowUuid } from './example-signals.ts';

export function exampleToldRow(number: number, over: Partial<ToldRow> = {}): ToldRow {
  return {
    buyerId: buyerA,
    bridgeId,
    rowId: rowUuid(number),
    name: `RFP ${number}: school buses`,
    buyerName: 'Rockmont ISD',
    deadline: '2026-12-10',
    closesAt: '2026-12-11T05:00:00.000Z',
    due: 'closes Thu, Dec 10',
    worth: { amount: 1_270_000, currency: '$' },
    money: '$1.27M',
    owners: [{ name: 'Ann Lee', id: 'U0789' }],
    link: `https://app.example.com/rows/${number}`,
    ...over,
  };
}

const common = {
  digestId: `msg_${'a'.repeat(26)}`,
  routeId: 'sales',
  until: '2026-12-07T13:00:00.000Z',
  timezone: 'America/New_York',
} as const;

/** Of a week that ends on a Monday. */
export function exampleRecap(
  counts: Partial<RecapContent['counts']> = {},
  over: Partial<RecapContent> = {},
): RecapContent {
  return {
    ...common,
    kind: 'recap',
    since: '2026-11-30T13:00:00.000Z',
    counts: {
      hot: 43,
      acted: 12,
      saved: 5,
      notInterested: 5,
      untouched: 19,
      unknown: 2,
      closed: 0,
      closing: 4,
      ...counts,
    },
    worth: { amount: 11_400_000, currency: 'USD', named: 16 },
    closingWorth: { amount: 4_900_000, currency: 'USD', named: 4 },
    owners: [
      { name: 'Ann Lee', id: 'U0789', signals: 7 },
      { name: 'Dev Patel', id: null, signals: 5 },
      { name: null, id: null, signals: 7 },
    ],
    signals: [exampleToldRow(1), exampleToldRow(2, { due: null, deadline: null, money: null, link: null })],
    ...over,
  };
}

export function exampleReminder(over: Partial<ReminderContent> = {}): ReminderContent {
  return { ...common, kind: 'reminder', untouched: 1, unknown: 0, signals: [exampleToldRow(1)], ...over };
}
