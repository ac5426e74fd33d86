import { describe, expect, it } from 'vitest';
import { factsOf, listFacts } from '../../../../message/digest/signal-facts.ts';
import type { Line } from '../../../../message/lines/message.ts';
import type { DigestView } from '../../../../shared/domain/digests/digest.ts';
import type { ColumnInfo } from '../../../../shared/domain/rows/columns.ts';
import { exampleColumn } from '../../../support/examples/example-columns.ts';
import { exampleSignal, exampleView } from '../../../support/examples/example-digest.ts';
import { formatLine } from '../read-message.ts';

type Columns = Readonly<Record<string, unknown>>;

const signal = exampleSignal({ name: 'RFP 479: Student Transportation' });

function facts(columns: Columns, infos: readonly ColumnInfo[] = [], view: Partial<DigestView> = {}) {
  const known = exampleView({ columns: new Map([[signal.bridgeId, infos]]), ...view });
  const { brief, more, below } = factsOf({ ...signal, columns }, known);
  const tell = (lines: readonly Line[]) => lines.map(formatLine);
  return { brief: tell(brief), more: tell(more()), below: tell(below('Fort Worth ISD')) };
}

const column = (name: string, over: Partial<ColumnInfo> = {}) =>
  exampleColumn({ name, format: 'text', ...over });

describe('what a config declares', () => {
  // A Saturday.
  it.each<[string[], Columns]>([
    [
      ['*closes Thu, Nov 26*'],
      { 'Due Date': '2026-11-26', 'Questions Due': '2026-11-20', Published: '2026-11-30' },
    ],
    [['closed Nov 18'], { 'Due Date': '2026-11-18' }],
    [['closed Nov 18', 'Held On Dec 2'], { 'Due Date': '2026-11-18', 'Held On': '2026-12-02' }],
    [['Held On Nov 18'], { 'Held On': '2026-11-19T02:00:00Z' }],
    [['Next Meeting Dec 9'], { 'Held On': '2026-11-18', 'Next Meeting': '2026-12-09' }],
    [['Held On Oct 2'], { 'Held On': '2026-10-02', 'Next Meeting': '2026-11-18' }],
    [['*$1.25M*'], { 'Estimated Value': '$1,250,000', 'Booth Fee': '$500' }],
    // The second one can be read.
    [['*$9*'], { 'Estimated Value': 'on request', Value: '$9' }],
    [
      ['Due Date: 12/10/2026 2:00 PM', 'Estimated Value: $1M to $2M'],
      { 'Due Date': '12/10/2026 2:00 PM', 'Estimated Value': '$1M to $2M' },
    ],
    // Somebody's address is shown to nobody, and nothing is not shown at all.
    [[], { 'Due Date': 'jo@fwisd.example', 'Estimated Value': ' ', Status: null }],
    [[], { 'Estimated Value': 0 }],
    [['*closes Thu, Nov 26*', 'Open'], { 'Due Date': '2026-11-26', Status: 'Open' }],
    [['Purchasing Manager'], { Post: 'Purchasing Manager', 'Decision Maker': '' }],
  ])('is told as %j', (told, columns) => {
    const { brief, more } = facts(columns);
    expect([...brief, ...more]).toEqual(told);
  });

  it('may be an enumeration or a sum of the metadata, but no internal column', () => {
    const infos = [
      column('Status', { format: 'enumeration', labels: { RFP_OPEN_2: 'Open for bids' } }),
      column('Value', { format: 'currencyUnit', currency: 'EUR' }),
      column('Due', { internal: true }),
    ];
    const told = facts({ Status: 'RFP_OPEN_2', Value: 668_000, Due: '2026-11-26' }, infos);
    expect([...told.brief, ...told.more]).toEqual(['*€668K*', 'Open for bids']);
  });

  it('says which column each fact is from', () => {
    const columns = {
      Due: '2026-11-26',
      Value: '$5',
      Status: 'Open',
      'Held On': '2026-12-02',
      Gist: 'Staff was asked for a comparison of vendors.',
      'Decision Maker': 'Ann Lee',
    };
    const told = listFacts({ ...signal, columns }, exampleView());
    expect(told.map(({ of, column: from }) => [of, from])).toEqual([
      ['deadline', 'Due'],
      ['money', 'Value'],
      ['date', 'Held On'],
      ['stage', 'Status'],
      ['why', 'Gist'],
      ['person', 'Decision Maker'],
    ]);
  });
});

it('tells by format alone what nobody declared, with the names of its columns, and no deadline', () => {
  const infos = [
    column('Bid Opening', { format: 'date' }),
    column('Value', { format: 'currencyUnit', currency: 'USD' }),
    column('State', { format: 'enumeration', labels: { O: 'Open for bids' } }),
    column('Analysis', { analysed: true }),
  ];
  const columns = {
    'Due Date': '2026-12-03',
    'Bid Opening': '2026-11-26',
    Posted: '2026-11-01',
    Value: 1_250_000,
    State: 'O',
    Analysis: 'Staff was asked for a comparison of vendors.',
    Attendees: 3_000,
    'Decision Maker': 'Ann Lee',
    Owner: 'Dev Patel',
  };
  expect(facts(columns, infos, { meanings: undefined })).toEqual({
    brief: ['Bid Opening Thu, Nov 26', 'Value $1.25M'],
    more: ['State: Open for bids'],
    below: ['Staff was asked for a comparison of vendors.'],
  });
  const none = { money: false, date: false, stage: false, why: false } as const;
  expect(facts(columns, infos, { meanings: none })).toEqual({ brief: [], more: [], below: [] });
});

describe('the sentence of a signal', () => {
  it('says more than the name and the buyer do, and more than that nothing was found', () => {
    const told = (text: string) => facts({ Gist: text }).below;
    expect(told('RFP 479 is for Student Transportation at Fort Worth ISD.')).toEqual([]);
    expect(told('Nothing published by Fort Worth ISD so far. The board meets in May.')).toEqual([
      'The board meets in May.',
    ]);
    expect(told('No information was found on this purchase.')).toEqual([]);
    expect(told('Yes, of course')).toEqual([]);
    expect(facts({ Gist: 'N/A', 'Why It Matters': 'The board meets in May.' }).below).toHaveLength(1);
  });

  it('is cut on a word at 160 characters', () => {
    const [told = ''] = facts({ Gist: 'The board compares vendors '.repeat(10) }).below;
    expect(told.length).toBeLessThanOrEqual(160);
    expect(told).toMatch(/ (The|board|compares|vendors)…$/);
  });
});

describe('the person of a signal', () => {
  it.each<[unknown, string]>([
    [[{ fullName: 'Ann Lee', title: 'CIO', email: 'a@b.example' }], 'Ann Lee, CIO'],
    ['Ann Lee, CIO', 'Ann Lee, CIO'],
    [{ first_name: 'Ann', last_name: 'Lee', job_title: 'CIO' }, 'Ann Lee, CIO'],
    ['[{"name":"Ann Lee"}]', 'Ann Lee'],
  ])('is read from %j', (value, told) => {
    expect(facts({ 'Decision Maker': value }).below).toEqual([`Decision Maker: ${told}`]);
  });

  it.each([
    [['DM Title', 'Contact Title'], 'Contact: Ann Lee, Buyer'],
    [['Contact Title'], 'Contact: Ann Lee, Buyer'],
    [['DM Title'], 'Contact: Ann Lee'],
    [['Role', 'Post'], 'Contact: Ann Lee, CIO'],
  ])('has no title of another person, of %j', (post, told) => {
    const columns = {
      Contact: 'Ann Lee',
      'DM Title': 'Mayor',
      'Contact Title': 'Buyer',
      Role: 'Mayor',
      Post: 'CIO',
    };
    expect(facts(columns, [], { meanings: { person: ['DM', 'Contact'], post } }).below).toEqual([told]);
  });

  // An address may begin within the room for the name and end behind it.
  const long = 'Naveen Rosales, Director of Student Transportation and of Fleet Services';
  const nobody: readonly unknown[] = [
    ...[[], [{}], '', 'ann@lee.example', [{ name: '+1 817-555-0100' }], '{"cut', 7],
    ...[`${long}, nrosales@fortworthisd.example`, `${long}, (817) 555-0100`],
    // The signal is about this person.
    'RFP 479',
  ];
  it.each(nobody.map((value) => [value]))('is nobody for %j', (value) => {
    expect(facts({ 'Decision Maker': value }).below).toEqual([]);
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
        'closes Thu, Nov 26',
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
