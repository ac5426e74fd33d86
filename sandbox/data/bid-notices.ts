import {
  accountOwner,
  type BridgePlan,
  type ColumnPlan,
  column,
  day,
  email,
  money,
  oneOf,
  page,
  type RowDraft,
  webAgent,
} from './columns.ts';
import { drawFor } from './draw.ts';
import { dayOf, personName, phoneNumber, works } from './words.ts';

const statuses = ['Posted', 'Amended', 'Under Review'].map((label, index) => ({
  value: `BID_${index + 1}`,
  label,
}));
const kinds = ['Goods', 'Services', 'Construction'].map((value) => ({ value, label: value }));
const titles = ['Superintendent', 'Director of Facilities', 'Purchasing Manager', 'Finance Director'];

/** Bids are opened on the day after the last one came in. */
const daysToRespond = ({ signalDate, name }: RowDraft): number =>
  drawFor(0, 'response', signalDate, name).between(18, 45);

const isDecided = ({ signalDate, name }: RowDraft): boolean =>
  drawFor(0, 'decision', signalDate, name).chance(0.7);

/** One deadline in eight is written in a form that nobody can read for certain: is it a month or a day? */
const responseDeadline = column('date', 'Response Deadline', 'Last day for a response', (row) => {
  const date = dayOf(row.signalDate, daysToRespond(row));
  const [year, month, dayOfMonth] = date.split('-');
  return row.draw.chance(1 / 8) ? `${month}/${dayOfMonth}/${year} 2:00 PM` : date;
});

const text = (name: string, description: string, fill: ColumnPlan['fill']): ColumnPlan =>
  column('text', name, description, fill);

/** The names are awkward: of seven dates one closes the notice, and others that sound alike lie long behind. */
export const bidNotices: BridgePlan = {
  filterType: 'RFP',
  name: 'Bid notices',
  entityType: 'Opportunity',
  rowName: (draw) => `Bid ${draw.between(1_000, 9_999)}: ${draw.pick(works)}`,
  columns: [
    text('Solicitation Number', 'As the buyer counts', ({ draw }) => `S-${draw.between(10_000, 99_999)}`),
    day('Posted', 'Day of the notice'),
    day('Questions Due', 'Last day for questions', 3, 9),
    day('Pre-Bid Deadline', 'Last day to sign up for the site visit', 2, 6),
    responseDeadline,
    column('date', 'Bid Opening', 'When the bids are opened in public', (row) =>
      dayOf(row.signalDate, daysToRespond(row) + 1),
    ),
    day('Contract End', 'Last day of the contract of the supplier of today', -90, 200),
    column('date', 'Last Updated', 'When the notice was changed', ({ signalDate, draw }) =>
      new Date(signalDate + draw.between(1, 20) * 3_600_000).toISOString(),
    ),
    money('Estimated Value', 'What the buyer expects to spend', [10, 900, 2_500]),
    money('Annual Cost', 'Paid a year to the supplier of today', [8, 600, 1_000]),
    text('Bid Bond', 'To be deposited with a bid', ({ draw }) =>
      draw.chance(0.5) ? `$${draw.between(2, 90)},000` : `${draw.between(2, 10)}% of the bid`,
    ),
    oneOf('Kind', 'What is bought', kinds),
    oneOf('Status', 'Where the notice stands', statuses),
    page('Notice', 'Where it was published', 'bids'),
    text('Procurement Contact', 'For questions', ({ draw }) => personName(draw)),
    { ...email, name: 'Contact Email', description: 'For questions in writing' },
    column('phone', 'Contact Phone', 'For questions', ({ draw }) => phoneNumber(draw)),
    text('Decision Maker', 'Who signs the contract', (row) => (isDecided(row) ? personName(row.draw) : null)),
    text('Decision Maker Title', 'The post of who signs', (row) =>
      isDecided(row) ? row.draw.pick(titles) : null,
    ),
    text('Building Owner', 'Whose building it is', ({ buyer }) => buyer?.name ?? null),
    text('Incumbent', 'The supplier of today', ({ draw }) => (draw.chance(0.4) ? null : personName(draw))),
    webAgent('Why It Matters', 'In one sentence: why should we answer this notice?', [
      '% asks for what we delivered to two of its neighbours.',
      '% was not content with the supplier of today.',
      'The terms of % fit a supplier of our size.',
    ]),
    accountOwner,
  ],
};
