import { describe, expect, it } from 'vitest';
import type { DigestView } from '../../../shared/domain/digests/digest.ts';
import { factsOf } from '../../../shared/domain/facts/facts.ts';
import type { ColumnInfo } from '../../../shared/domain/signals/columns.ts';
import { exampleSignal, exampleView } from '../../support/examples/example-digest.ts';
import { exampleColumn } from './example-columns.ts';
import { tellLine } from './read-message.ts';

type Columns = Readonly<Record<string, unknown>>;

const signal = exampleSignal({ name: 'RFP 479: Student Transportation' });

function facts(columns: Columns, infos: readonly ColumnInfo[] = [], view: Partial<DigestView> = {}) {
  const known = exampleView({ columns: new Map([[signal.bridgeId, infos]]), ...view });
  const { brief, more, below, person } = factsOf({ ...signal, columns }, known, 'Fort Worth ISD');
  return {
    brief: brief.map(tellLine),
    more: more().map(tellLine),
    below: [...below, ...person].map(tellLine),
  };
}

const column = (name: string, over: Partial<ColumnInfo> = {}) =>
  exampleColumn({ name, format: 'text', ...over });

describe('the date of a signal', () => {
  it.each<[string, Columns]>([
    [
      '*due Thu, Nov 26*',
      { 'Due Date': '2026-11-26', 'Published On': '2026-11-20', 'Start Date': '2026-11-24' },
    ],
    ['closed Nov 18', { 'Due Date': '2026-11-18', 'Published On': '2026-11-20' }],
    [
      'starts Nov 29',
      { 'Start Date': '2026-11-29', 'Kickoff Date': '2026-12-24', 'Published On': '2026-11-20' },
    ],
    ['published Nov 20', { 'Published On': '2026-11-20', 'Issued On': '2026-11-10' }],
    ['held Nov 18', { 'Held On': '2026-11-19T02:00:00Z', 'Last Updated': '2026-11-20T02:00:00Z' }],
    ['*expires Jul 31, 2027*', { 'Expires On': '2027-07-31' }],
    ['next meeting Dec 9', { 'Held On': '2026-11-18', 'Next Meeting': '2026-12-09' }],
    ['held Oct 2', { 'Held On': '2026-10-02', 'Next Meeting': '2026-11-18' }],
  ])('is %s', (told, columns) => {
    // A Saturday.
    expect(facts(columns).brief).toEqual([told]);
  });
});

it.each<[Partial<typeof signal>, string[]]>([
  [{ filterType: 'Contact', name: 'Carmen Abara' }, ['Purchasing Manager']],
  [{ filterType: 'JobChange', name: 'Carmen Abara, new Purchasing Manager' }, []],
  [{ filterType: 'Contact', columns: { Title: 'a@b.example' } }, []],
  [{ filterType: 'RFP', columns: { Title: 'Student Transportation' } }, []],
])(
  'shows the post of a person, and of nothing else, beside a name that does not say it (%#)',
  (over, told) => {
    const person = { ...signal, columns: { Post: 'Purchasing Manager' }, ...over };
    expect(factsOf(person, exampleView(), '').brief.map(tellLine)).toEqual(told);
  },
);

it('shows the sum that says what a signal is worth, before fees', () => {
  const money = { format: 'currencyUnit', currency: 'USD' } as const;
  const infos = [column('Booth Fee', money), column('Estimated Value', money)];
  expect(facts({ 'Booth Fee': 500, 'Estimated Value': 668_000, Attendees: 3_000 }, infos).brief).toEqual([
    '*$668K*',
  ]);
});

it.each<[Columns, string]>([
  [{ 'Booth Cost': '$5,000' }, '$5K booth cost'],
  [{ 'Total Fee': '$20,000', Budget: '$7,000,000' }, '*$7M budget*'],
  [{ 'Total Fee': '$20,000', Value: '$2,000,000' }, '*$2M*'],
  [{ 'Unit Price': '$50', 'Contract Value': '$1,000,000' }, '*$1M*'],
  [{ 'Unit Price': '$50', 'Booth Fee': '$9' }, '*$50 unit price*'],
  [{ 'Sponsorship Budget': '$50,000' }, '*$50K sponsorship budget*'],
])('shows of %j the sum that says most, and no cost of ours in bold', (columns, told) => {
  expect(facts(columns).brief).toEqual([told]);
  const shown = facts({ 'Booth Cost': '$5,000' }, [], { show: ['Booth Cost'] });
  expect(shown.brief).toEqual(['$5K booth cost']);
});

describe('the score of a signal', () => {
  it('is the first column that is called so, and none beside the reason why a signal is hot', () => {
    expect(facts({ 'Fit Score': 3, 'Match Score': 96.5 }).more).toEqual(['Fit Score 3']);
    const hot = { ...signal, hot: true, columns: { 'Fit Score': 3 } };
    expect(factsOf(hot, exampleView(), '').more()).toEqual([]);
  });

  it('is no text, and no internal column', () => {
    expect(facts({ 'Fit Analysis': 'It suits us.', 'Match Score': 'high' }).more).toEqual([]);
    expect(facts({ 'Match Score': 96 }, [column('Match Score', { internal: true })]).more).toEqual([]);
  });
});

it('tells a stage by its label, and never by a code', () => {
  const stage = (labels: Readonly<Record<string, string>>) => [
    column('Status', { format: 'enumeration', labels }),
    column('Category', { format: 'enumeration', labels: { T: 'Technology' } }),
  ];
  const columns = { Status: 'RFP_OPEN_2', Category: 'T' };
  expect(facts(columns, stage({ RFP_OPEN_2: 'Open for bids' })).more).toEqual(['Open for bids']);
  expect(facts(columns, stage({})).more).toEqual([]);
});

describe('the sentence of a signal', () => {
  const analysed = (name: string) => column(name, { analysed: true });

  it('is of an analysis before a description, and of a judgement before other columns', () => {
    const columns = {
      Description: 'The district buys buses for all of its schools.',
      Agent: 'Two vendors answered the last request of theirs.',
      'Why It Matters': 'Staff was asked for a comparison of vendors.',
    };
    const all = [analysed('Agent'), analysed('Why It Matters')];
    expect(facts(columns, all).below).toEqual(['Staff was asked for a comparison of vendors.']);
    expect(facts(columns, [analysed('Agent')]).below).toEqual([
      'Two vendors answered the last request of theirs.',
    ]);
    expect(facts({ Description: columns.Description }).below).toEqual([columns.Description]);
  });

  it('says more than the name and the buyer do, and more than that nothing was found', () => {
    const told = (text: string) => facts({ Gist: text }).below;
    expect(told('RFP 479 is for Student Transportation at Fort Worth ISD.')).toEqual([]);
    expect(told('Nothing published by Fort Worth ISD so far. The board meets in May.')).toEqual([
      'The board meets in May.',
    ]);
    expect(told('No information was found on this purchase.')).toEqual([]);
    expect(told('Yes, of course')).toEqual([]);
  });

  it('is no date, and no sum that stands above it', () => {
    const sum = 'USD 3 million over five years';
    const told = facts({ 'Bid Deadline': '2026-11-25T02:00:00Z', 'Estimated Value': sum });
    expect(told).toMatchObject({ brief: ['*bid due Tue, Nov 24, 9 PM EST*', `*${sum}*`], below: [] });
    expect(facts({ Closing: '2026-11-20 17:00:00 +05 (4)', Visit: '11/20/2026 5:00 PM ET' }).below).toEqual(
      [],
    );
    expect(facts({ Gist: 'They paid 3 million for it over five years.' }).below).toHaveLength(1);
  });

  it('is cut on a word at 160 characters', () => {
    const [told = ''] = facts({ Gist: 'The board compares vendors '.repeat(10) }).below;
    expect(told.length).toBeLessThanOrEqual(160);
    expect(told).toMatch(/ (The|board|compares|vendors)…$/);
  });

  it.each<[string, Partial<ColumnInfo>]>([
    ['Intro Email', {}],
    ['Outreach Message', {}],
    ['CRM Push', { internal: true }],
    ['Requirements', { format: 'list' }],
  ])('is none of %s', (name, over) => {
    const text = 'Hello there, we read about your buses and would like to help.';
    expect(facts({ [name]: text }, [column(name, over)]).below).toEqual([]);
  });
});

describe('the decision maker', () => {
  it.each<[string, unknown, string]>([
    ['Decision Makers', [{ fullName: 'Ann Lee', title: 'CIO', email: 'a@b.example' }], 'Ann Lee, CIO'],
    ['Decision Maker', 'Ann Lee, CIO', 'Ann Lee, CIO'],
    ['decisionMaker', { first_name: 'Ann', last_name: 'Lee', job_title: 'CIO' }, 'Ann Lee, CIO'],
    ['Key Contact', '[{"name":"Ann Lee"}]', 'Ann Lee'],
  ])('is read from %s', (name, value, told) => {
    expect(facts({ [name]: value }).below).toEqual([`Decision maker: ${told}`]);
  });

  // An address may begin within the room for the name and end behind it.
  const long = 'Naveen Rosales, Director of Student Transportation and of Fleet Services';
  const nobody: readonly unknown[] = [
    ...[[], [{}], '', 'ann@lee.example', [{ name: '+1 817-555-0100' }], '{"cut', 7],
    ...[`${long}, nrosales@fortworthisd.example`, `${long}, (817) 555-0100`],
  ];
  it.each(nobody.map((value) => [value]))('is nobody for %j', (value) => {
    expect(facts({ 'Decision Maker': value }).below).toEqual([]);
  });

  it('is not told where the signal is about this person', () => {
    expect(facts({ 'Decision Maker': 'RFP 479' }).below).toEqual([]);
  });
});

describe('the columns that a route asks for', () => {
  const columns = {
    'Due Date': '2026-11-26',
    'Contact Email': 'jo@fwisd.example',
    'Contact Phone': '+1 817-555-0100',
    Status: 'RFP_OPEN_2',
    Pages: 1_200,
    Renewable: false,
    Certificates: ['SOC 2', 'ISO 27001'],
    Votes: { ayes: 5, nays: 2 },
    Posting: 'https://bids.example/479',
    Scope: `## Scope\n\n- ${'Buses for all schools. '.repeat(9)}`,
    Push: 'created',
    Empty: '',
  };
  const infos = [
    column('Status', { format: 'enumeration', labels: { RFP_OPEN_2: 'Open for bids' } }),
    column('Push', { internal: true }),
  ];
  const show = (...names: string[]) => facts(columns, infos, { show: names });

  it('are shown in its order, whatever they are, and no others', () => {
    const shown = show('Contact Email', 'Status', 'Push', 'Contact Phone', 'Due Date');
    expect(shown).toEqual({
      brief: [
        'Contact Email: jo@fwisd.example',
        'Status: Open for bids',
        'Push: created',
        'Contact Phone: +1 817-555-0100',
        'due Thu, Nov 26',
      ],
      more: [],
      below: [],
    });
  });

  it('are written by their kind', () => {
    expect(show('Pages', 'Renewable', 'Certificates', 'Votes', 'Posting').brief).toEqual([
      'Pages 1,200',
      'Renewable: no',
      'Certificates: SOC 2, ISO 27001',
      'Votes: ayes 5, nays 2',
      '[Posting]',
    ]);
  });

  it('stand below where they are long, and nowhere where they are empty or missing', () => {
    const { brief, below } = show('Scope', 'Empty', 'Missing', 'constructor');
    expect(brief).toEqual([]);
    expect(below).toHaveLength(1);
    expect(below[0]).toMatch(/^Buses for all schools\. .*…$/);
  });
});
