import { expect, test } from 'vitest';
import type { Meaning } from '../../../../shared/domain/cells/meanings.ts';
import { type BridgeColumns, proposeColumns } from '../../../../view/columns/propose-columns.ts';
import { exampleColumn } from '../../../support/examples/example-columns.ts';

type Row = readonly [name: string, format: string, meant: Meaning | null, miss?: 'missed'];

/** What a person would say of each name. A miss is shown by its format; nobody may take a wrong date for a deadline. */
const table: readonly Row[] = [
  ['Due Date', 'date', 'deadline'],
  ['Submission Deadline', 'text', 'deadline'],
  ['Bid Due Date', 'date', 'deadline'],
  ['Offers Due Date/Time', 'text', 'deadline'],
  ['Closing Date', 'date', 'deadline'],
  ['bids_close', 'date', 'deadline'],
  ['applicationDeadline', 'date', 'deadline'],
  ['Open Until', 'date', 'deadline'],
  ['Apply Before', 'date', 'deadline'],
  ['Close Date', 'date', 'deadline', 'missed'],
  ['Questions Due', 'date', null],
  ['Q&A Cutoff', 'date', null],
  ['Amount Due', 'currencyUnit', 'money', 'missed'],
  ['Posted', 'date', null],
  ['Bid Opening', 'date', 'date'],
  ['Valid Till', 'date', 'date'],
  ['Current Contract Expires', 'date', 'date'],
  ['Fiscal Year End', 'date', 'date'],
  ['Award Date', 'date', 'date'],
  ['Pre-Bid Meeting', 'date', 'date', 'missed'],
  ['Held On', 'date', 'date'],
  ['Procurement Contact', 'text', 'person'],
  ['Point of Contact', 'text', 'person'],
  ['Contracting Officer', 'text', 'person'],
  ['Superintendent', 'text', 'person'],
  ['Decision Makers', 'json', 'person'],
  ['Head of Purchasing', 'text', 'person', 'missed'],
  ['Contact Email', 'email', null],
  ['Contact Phone', 'phone', null],
  ['New Title', 'text', 'post'],
  ['Decision Maker Title', 'text', 'post'],
  ['Estimated Value', 'currencyUnit', 'money'],
  ['Award Amount', 'currencyUnit', 'money'],
  ['Annual Cost', 'currencyUnit', 'money'],
  ['Budget', 'currencyUnit', 'money'],
  ['Booth Fee', 'currencyUnit', null],
  ['Account Owner', 'text', 'owner'],
  ['Owner', 'text', 'owner', 'missed'],
  ['Building Owner', 'text', null],
  ['Buyer', 'text', 'buyer'],
  ['Issuing Agency', 'text', 'buyer'],
  ['District', 'text', 'buyer'],
  ['Status', 'enumeration', 'stage'],
  ['Stage', 'enumeration', 'stage'],
  ['Why It Matters', 'text', 'why'],
  ['Fit Analysis', 'text', 'why'],
  ['Category', 'enumeration', null],
];

function bridgeOf(bridgeName: string, names: readonly (readonly [string, string])[]): BridgeColumns {
  const columns = names.map(([name, format]) => exampleColumn({ name, format }));
  return { bridgeId: `id of ${bridgeName}`, bridgeName, columns };
}

function meaningOf(name: string, format: string): string | null {
  return Object.keys(proposeColumns([bridgeOf('Notices', [[name, format]])]))[0] ?? null;
}

const otherDates =
  'Pre-Proposal Deadline, Bid Bond Due, RFP Questions Due, RFI Due, Clarification Deadline, Bid Withdrawal Deadline, Proposal Evaluation Deadline, Grant Report Due, Report Due Date, Comment Deadline, Protest Deadline, Registration Closes, Sponsor Deadline, Abstract Submission Deadline, Submission Opens, Bid Award Date, Bid Date, Contract Expiration, Option Deadline, Due Diligence Deadline, Invoice Due, Past Due, Project Completion Deadline, Completion Date, Deadline Passed, Days Until Due, Deadline Notes, Closed On, School Closing Date, Open Until Filled, Next Deadline, Follow Up Due, Task Due Date, Quote Valid Until, Response Time, Response Date, Submission Date, RSVP By, Deadline to Register, Mandatory Site Visit Due, Question Deadline, Pre-Bid Deadline, Early Bird Deadline, Letter of Intent Due, Intent to Bid Due, Registration Deadline, Addenda Due, Site Visit RSVP By, Payment Due Date';

test.each(otherDates.split(', '))('%s closes nothing', (name) => {
  expect(meaningOf(name, 'date')).not.toBe('deadline');
});

test('what is not written down as missed means what a person would say', () => {
  const proposed = table.map(([name, format]) => [name, meaningOf(name, format)]);

  expect(proposed).toEqual(table.map(([name, , meant, miss]) => [name, miss ? null : meant]));
});

test('lists begin with the most certain name, whatever bridge has it', () => {
  const events = bridgeOf('Tenders', [
    ['Budget', 'currencyUnit'],
    ['Due Date', 'date'],
  ]);
  const notices = bridgeOf('Notices', [
    ['Estimated Value', 'currencyUnit'],
    ['Response Deadline', 'date'],
    ['Due Date', 'date'],
  ]);

  expect(proposeColumns([events, notices])).toEqual({
    deadline: ['Response Deadline', 'Due Date'],
    money: ['Estimated Value', 'Budget'],
  });
});

test('a bridge whose rows nobody answers keeps its dates open, although another has a deadline of that name', () => {
  const invoices = bridgeOf('Invoices', [['Due Date', 'date']]);
  const tenders = bridgeOf('Tenders', [['Due Date', 'date']]);

  expect(proposeColumns([invoices, tenders])).toEqual({
    deadline: 'Due Date',
    in: { 'id of invoices': { deadline: false } },
  });
  expect(proposeColumns([invoices])).toEqual({});
});
