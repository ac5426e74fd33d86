import { describe, expect, it } from 'vitest';
import { prepareMessage } from '../../../../message/digest/write-message.ts';
import { groupByOwner } from '../../../../shared/domain/cells/owners.ts';
import type {
  DigestBuyer,
  DigestContent,
  DigestSignal,
  DigestView,
} from '../../../../shared/domain/digests/digest.ts';
import { exampleColumn } from '../../../support/examples/example-columns.ts';
import {
  exampleBuyer,
  exampleLinks,
  exampleSignal,
  exampleSummary,
  exampleView,
} from '../../../support/examples/example-digest.ts';
import { type Detail, describeSections, digestOf, formatLine, messageOf } from '../read-message.ts';

const byScore = (value: number) => [{ rule: 'column', name: 'Match Score', value, atLeast: 90 }] as const;
const rfp = exampleSignal({
  name: 'RFP 479: Student Transportation',
  hot: true,
  hotBecause: byScore(96),
  columns: {
    'Due Date': '2026-11-26',
    'Estimated Value': '$1,250,000',
    'Match Score': 96,
    Posting: 'https://bids.example/479',
    'Why It Matters': 'The contract with **First Student** ends in June.',
    'Decision Makers': [{ fullName: 'Naveen Rosales', title: 'Director', email: 'n@fwisd.example' }],
  },
});
const workshop = exampleSignal({
  name: 'Budget Workshop',
  rowId: 'row-2',
  bridgeName: 'Board meetings',
  hot: true,
  hotBecause: byScore(93),
  columns: { 'Held On': '2026-11-19', 'Match Score': 93 },
});
const withLinks = { view: exampleView({ links: exampleLinks }) };

function buyerOf(signals: readonly DigestSignal[], over: Partial<DigestBuyer> = {}): DigestBuyer {
  return exampleBuyer({ name: 'Fort Worth ISD', score: 88, signals, ...over });
}

function hotOf(buyers: readonly DigestBuyer[], over: Partial<DigestContent> = {}, detail: Detail = 'full') {
  return describeSections(messageOf(digestOf(buyers, over), detail).hot);
}

const hotText = (...given: Parameters<typeof hotOf>) =>
  hotOf(...given)
    .flat()
    .join('\n');

describe('a hot signal', () => {
  it('tells what a seller needs of the only one, which the headline names', () => {
    expect(hotOf([buyerOf([rfp])], withLinks)).toEqual([
      [
        '*Closes Thu, Nov 26* · *$1.25M* · Match Score 96 · Tenders',
        'The contract with First Student ends in June.',
        'Decision Makers: Naveen Rosales, Director',
        '*[Open signal]* · [Posting] · [Open buyer] · buyer score 88',
      ],
    ]);
  });

  it('tells several of one buyer under their names', () => {
    expect(hotOf([buyerOf([rfp, workshop])], withLinks)).toEqual([
      [
        '🔥 *[RFP 479: Student Transportation]*',
        '*Closes Thu, Nov 26* · *$1.25M* · Match Score 96 · Tenders · [Posting]',
        'The contract with First Student ends in June.',
        'Decision Makers: Naveen Rosales, Director',
      ],
      ['🔥 *[Budget Workshop]*', 'Held On Nov 19 · Match Score 93 · Board meetings'],
      ['[Open Fort Worth ISD] · buyer score 88'],
    ]);
  });

  it('says why it is hot as a fact, and by which rule only where others are hot by another', () => {
    const infos = [exampleColumn({ name: 'Budget', format: 'currencyUnit', currency: 'USD' })];
    const view = exampleView({ columns: new Map([[rfp.bridgeId, infos]]) });
    const rich = { rule: 'column', name: 'Budget', value: 1_250_000, atLeast: 1_000_000 } as const;
    const bare = { ...rfp, columns: {} };
    const ranked = (rank: number) => ({
      ...bare,
      rowId: `${rank}`,
      hotBecause: [{ rule: 'rank', rank, of: 68 } as const],
    });
    const told = (...signals: readonly DigestSignal[]) => {
      const { hot, footer } = messageOf(digestOf([buyerOf(signals)], { view }));
      const facts = describeSections(hot).flatMap(([, line]) => line ?? []);
      return [...facts, /🔥 (.*?) · sales/.exec(formatLine(footer.at(-1) ?? []))?.[1] ?? ''];
    };
    const [first, third] = [ranked(1), ranked(3)];
    const of = ['1st of 68 here', '3rd of 68 here'];
    expect(told(first, third)).toEqual([...of.map((one) => `${one} · Tenders`), 'the hottest of each buyer']);
    expect(told(bare, { ...bare, rowId: 'b' })).toEqual([
      ...['Match Score 96 · Tenders', 'Match Score 96 · Tenders', 'Match Score 90 or more'],
    ]);
    expect(told({ ...bare, hotBecause: [rich] }, first)).toEqual([
      ...['Budget $1.25M ($1M or more) · Tenders'],
      ...['1st of 68 here · Tenders', ''],
    ]);
  });

  it('stands once with what other bridges show of its thing, but never behind another hot one of it', () => {
    const entityId = 'e-1';
    const news = { ...workshop, entityId, bridgeId: 'news', columns: { Value: '$9,000,000' } };
    const cool = { ...news, entityId: 'E-1', hot: false, bridgeName: 'Job posts', bridgeId: 'jobs' };
    const told = hotOf([buyerOf([{ ...rfp, entityId, columns: {} }, cool, news])]);
    expect(told.slice(0, 2)).toEqual([
      ['🔥 *RFP 479: Student Transportation*', 'Match Score 96 · Tenders, also in Job posts'],
      ['🔥 *Budget Workshop*', '*$9M* · Match Score 93 · Board meetings'],
    ]);
  });

  it.each<[string, Partial<DigestSignal>]>([
    ['*Closes Thu, Nov 26* · eBids', { bridgeName: 'eBids', columns: { Due: '2026-11-26' } }],
    ['eBids', { bridgeName: 'eBids', columns: {} }],
    [
      'van der Berg liaison · eBids',
      { bridgeName: 'eBids', filterType: 'Contact', columns: { Post: 'van der Berg liaison' } },
    ],
    ['Also in eBids', { bridgeName: null, filterType: null, entityId: 'e-1', columns: {} }],
  ])('begins a line with a capital where the words are ours alone: %s', (line, over) => {
    const same = { ...workshop, entityId: 'e-1', hot: false, bridgeId: 'other', bridgeName: 'eBids' };
    const signals = [{ ...rfp, hotBecause: [], ...over }, ...(over.entityId ? [same] : [])];
    expect(hotOf([buyerOf(signals)])[0]).toContain(line);
  });

  it('keeps rows apart that are about the buyer itself, or of one bridge', () => {
    const buyerId = 'b-1';
    const both = (entityId: string, bridgeId: string) => [
      { ...rfp, entityId, columns: {} },
      { ...workshop, entityId, bridgeId },
    ];
    expect(hotText([buyerOf(both(buyerId, 'other'), { buyerId })])).toContain('Budget Workshop');
    expect(hotText([buyerOf(both('e-1', rfp.bridgeId))])).toContain('Budget Workshop');
  });

  it('has its own detail: the first in all of it, the next in less, the others on a line', () => {
    const many = [rfp, workshop, { ...workshop, rowId: 'row-3' }, { ...workshop, rowId: 'row-4' }];
    const buyers = many.map((one, index) => {
      return buyerOf([one], { buyerId: `${index}`, name: `Buyer ${index}`, summary: exampleSummary() });
    });
    const room = { whole: 1, short: 1, listed: 0 };
    const told = describeSections(prepareMessage(digestOf(buyers))(room).hot);
    expect(told.map(([line]) => line)).toEqual([
      '🔥 *[RFP 479: Student Transportation]* – Buyer 0',
      '| The board approved a bond for school roofs. Voters approved 40 million dollars.',
      'buyer score 88',
      '🔥 *Budget Workshop* – Buyer 1',
      '🔥 2 more hot',
      'Budget Workshop – Buyer 2 · Held On Nov 19 · Match Score 93',
    ]);
  });
});

it('says of a signal in a route of hot ones that its score was not known in time, and of no other', () => {
  const unjudged = exampleSignal({ hotUnknown: true, columns: {} });
  const told = (hot: true | undefined) => {
    const message = messageOf(
      digestOf([buyerOf([unjudged])], { view: exampleView({ route: { match: { hot } } }) }),
    );
    return describeSections(message.rest).flat();
  };
  expect(told(true)).toContain('_sent although its score was not known yet_');
  expect(told(undefined).join()).not.toContain('not known');
});

describe('a summary', () => {
  const source = (entryName: string) => ({
    entryId: 'row-2',
    entryName,
    triggerId: 'bridge-2',
    triggerType: null,
    triggerName: 'Board meetings',
  });
  const named = ['Budget Workshop', 'Budget Workshop', 'Bond'];
  const summary = exampleSummary({
    whatsRecent: {
      intro: 'The board passed a **$1.2B bond** in May. Call 817-555-0100. Staff compares vendors. A third.',
      sections: [{ title: 'x', text: 'y', sources: named.map(source) }],
    },
    areasForDeeperDiscovery: {
      intro: 'Much is open.',
      sections: [{ title: 'Timing', text: 'It ends soon. How is the end tied to the bond?', sources: [] }],
    },
  });

  it('is quoted in two sentences with its sources, and says what to ask next', () => {
    const told = hotOf([buyerOf([workshop], { summary, summaryStatus: 'ready' })], withLinks);
    expect(told.slice(1)).toEqual([
      [
        '| The board passed a $1.2B bond in May. Staff compares vendors.',
        '| Sources: [Budget Workshop] · [Bond]',
      ],
      ['*Ask next:* How is the end tied to the bond?', '*[Open signal]* · [Open buyer] · buyer score 88'],
    ]);
  });

  it.each(['N/A', 'No significant recent activity was found.', 'No information is available on this buyer.'])(
    'that says nothing is no quote: %s',
    (intro) => {
      const areas = { intro, sections: [] };
      const empty = exampleSummary({
        whatsRecent: { intro, sections: [{ title: 'x', text: intro, sources: [source('Bond')] }] },
        areasForDeeperDiscovery: areas,
      });
      const told = hotOf([buyerOf([workshop], { summary: empty, summaryStatus: 'ready' })]);
      expect(told).toEqual([['Held On Nov 19 · Match Score 93 · Board meetings', 'buyer score 88']]);
    },
  );

  it('that is not there yet is said softly', () => {
    const [told] = hotOf([buyerOf([workshop], { summaryStatus: 'pending' })]);
    expect(told?.at(-1)).toBe('buyer score 88 · _Summary not ready_');
  });
});

describe('mentions', () => {
  const mention = { hot: ['U0123', 'S0456', 'U0123'], people: { 'Ann Lee': 'U0789' } };
  const owned = { ...workshop, columns: { ...workshop.columns, Owner: 'Ann Lee' } };
  const view = exampleView({ mention });

  it('stand once in the first message, and an owner’s beside the facts', () => {
    const told = hotOf([buyerOf([owned, rfp])], { view });
    expect(told[0]).toEqual(['@U0123 @S0456']);
    expect(told[1]?.[1]).toMatch(/ · Owner: @U0789$/);
    expect(hotOf([buyerOf([owned, rfp])], { view, part: 2 })[0]?.[1]).toMatch(/ · Owner: @U0789$/);
    expect(hotText([buyerOf([owned, rfp])], { view }, 'names')).toContain(' · Owner: @U0789');
  });

  it('are of nobody where nothing is hot: the only signal names its owner, unless the route chose its columns', () => {
    const toldIn = (over: Partial<DigestView>) => {
      const { hot, rest } = messageOf(
        digestOf([buyerOf([{ ...owned, hot: false }])], { view: exampleView({ mention, ...over }) }),
      );
      return describeSections([...hot, ...rest])
        .flat()
        .join('\n');
    };
    expect(toldIn({})).toContain(' · Owner: Ann Lee');
    expect(toldIn({})).not.toContain('@');
    expect(toldIn({ show: ['Owner'] }).match(/Owner/g)).toHaveLength(1);
  });
});

describe('an owner', () => {
  const people = {
    'Ann Lee': 'U0789',
    'ANN LEE ': 'U0789',
    'Bo Diaz': 'U0555',
    'Roe, Jo': 'U0444',
    'Kim Park': 'U0333',
    'kim park': 'U0222',
    'Pat Ott': null,
    'li.wu@example.com': 'U0666',
    'sam.roe@example.com': null,
  };
  const ownerOf = (columns: DigestSignal['columns'], over: Partial<DigestView> = {}) => {
    const told = hotOf([buyerOf([{ ...workshop, columns }, rfp])], {
      view: exampleView({ mention: { people }, ...over }),
    });
    return told[0]?.join('\n').match(/Owner: (.*)$/m)?.[1] ?? null;
  };

  /** The lines of a message by owner. */
  const groupedIn = (buyers: readonly DigestBuyer[], ids: Readonly<Record<string, string | null>>) => {
    const view = exampleView({ groupBy: 'owner', mention: { people: ids } });
    const rows = buyers.flatMap(({ signals }) => signals);
    return hotOf(buyers, { view, byOwner: groupByOwner(rows, (row) => row, view) }).flat();
  };

  it.each<[unknown, string | null]>([
    ['  ann  LEE ', '@U0789'],
    ['Ann\u00a0Lee', '@U0789'],
    ['bo diaz,Ann Lee, ann lee', '@U0555; @U0789'],
    [['Bo Diaz', 'Ann Lee'], '@U0555; @U0789'],
    [['Bo Diaz; Ann Lee', null], '@U0555; @U0789'],
    ['Roe, Jo; Ann Lee; Nobody Known', '@U0444; @U0789; Nobody Known'],
    [{ fullName: 'Dev Patel', email: 'dev@example.com' }, 'Dev Patel'],
    // No address is shown: it names whom the config has by it, else who its own words say, whom nobody may mention.
    ['Dev Patel <dev.patel@example.com>', 'Dev Patel'],
    ['"Patel, Dev" <dpatel@example.com>', 'Patel, Dev'],
    ['dev.patel+crm@example.com', 'Dev Patel'],
    ["sean.o'hara-lee@example.com", "Sean O'Hara-Lee"],
    ['dpatel@example.com', 'dpatel'],
    ['Ann.Lee@example.com', 'Ann Lee'],
    ['A. Lee <ann.lee@example.com>', 'A. Lee'],
    ['ann lee <sales@example.com>', '@U0789'],
    ['LI.WU@example.com', '@U0666'],
    ['W. Li <li.wu@example.com>', '@U0666'],
    ['sam.roe@example.com', 'Sam Roe'],
    ['li.wu@example.com, ann.lee@example.com', '@U0666; Ann Lee'],
    ['Jo Ott, li.wu@example.com', 'Jo Ott; @U0666'],
    ['Jo Ott (she/her) <jo@example.com>', 'Jo Ott (she/her)'],
    // What can't be read for sure is nobody's.
    ...['Jo Ott, jo@example.com', 'Jo Ott - jo@example.com', 'jo (at) example.com <x@example.com>'].map(
      (one): [string, null] => [one, null],
    ),
    ['Dev Patel <d@example.com>; Jo Ott <j@example.com>', 'Dev Patel; Jo Ott'],
    ['a@example.com b@example.com', null],
    ...['N/A', 'n/a', 'NA', 'None', 'Unassigned', 'Unknown', 'TBD', '-', '–'].map((one): [string, null] => [
      one,
      null,
    ]),
    ['Dev Patel; TBD', 'Dev Patel'],
    // Known, and not mentioned here.
    ['pat  OTT, Ann Lee', 'Pat Ott; @U0789'],
    // Two people of the config: neither is surely meant.
    ['Kim Park', 'Kim Park'],
    ['Ann, Lee', 'Ann, Lee'],
    ['Ann Lee Junior', 'Ann Lee Junior'],
    ['constructor', 'constructor'],
    [';,;', null],
    [null, null],
    [['a', 'b', 'c', 'd', 'e', 'Ann Lee'], 'a; b; c; d; e'],
  ])('written as %j is told as %s', (Owner, told) => {
    expect(ownerOf({ Owner })).toBe(told);
  });

  it('is another where the config has another id, and one person by any of his names', () => {
    const ids = {
      'dev.patel@a.example': 'U1',
      'dev.patel@b.example': 'U2',
      'Ann Lee': 'U3',
      'al@a.example': 'U3',
    };
    const all = [...Object.keys(ids).slice(0, 3), 'Dev Patel', 'A. L. <al@a.example>'];
    const buyers = [
      buyerOf(all.map((Owner, index) => ({ ...workshop, rowId: `${index}`, columns: { Owner } }))),
    ];
    const lines = groupedIn(buyers, ids).filter((line) => !line.startsWith('🔥'));
    const headings = lines.filter((line) => /: \d\W*$/.test(line)).map((line) => line.replaceAll('*', ''));
    expect(headings).toEqual(['@U1: 1', '@U2: 1', '@U3: 2', 'Dev Patel: 1']);
    const both = ownerOf({ Owner: 'dev.patel@a.example; dev.patel@b.example' }, { mention: { people: ids } });
    expect(both).toBe('@U1; @U2');
  });

  it('has its signals below one another where the route groups by it, those without one last', () => {
    const named = (rowId: string, Owner: string | null) => ({
      ...rfp,
      rowId,
      name: `R ${rowId}`,
      columns: { Owner },
    });
    const buyers = [
      { ...buyerOf([named('1', null), named('2', 'Dev Patel'), named('3', 'Ann Lee')]), buyerId: 'b1' },
      { ...buyerOf([named('4', 'dev  PATEL'), named('5', 'n/a')]), buyerId: 'b2' },
    ];
    const lines = groupedIn(buyers, people);
    const order = lines
      .filter((line) => /^(🔥 .*R \d|.*: \d\*?$)/.test(line))
      .map((line) => line.replace(/^🔥 \**(R \d).*/, '$1'));
    expect(order).toEqual([
      ...['*Dev Patel: 2*', 'R 2', 'R 4', '@U0789*: 1*', 'R 3', '*Unowned: 2*', 'R 1', 'R 5'],
    ]);
    expect(lines.join()).not.toContain('Owner:');
  });

  it('is told once where the route shows its column, and mentioned there', () => {
    const columns = { 'Account Owner': 'Ann Lee <ann.lee@example.com>', 'Due Date': '2026-12-20' };
    const told = (over: Partial<DigestView>, more: Partial<DigestSignal> = {}, detail: Detail = 'full') => {
      const view = exampleView({ mention: { people }, show: ['Account Owner', 'Due Date'], ...over });
      const message = messageOf(
        digestOf([buyerOf([{ ...rfp, columns, ...more }, workshop])], { view }),
        detail,
      );
      return describeSections([...message.hot, ...message.rest]).flat();
    };
    expect(told({})).toContain('Closes Dec 20 · Match Score 96 · Tenders · Owner: @U0789');
    expect(told({}, {}, 'names').join()).toContain(' · closes Dec 20 · Match Score 96 · Owner: @U0789');
    expect(told({ groupBy: 'owner' })).toContain('Closes Dec 20 · Match Score 96 · Tenders');
    // A list of other signals mentions nobody, and has the address of nobody, either.
    expect(told({}, { hot: false }).join()).toContain('Account Owner: Ann Lee · closes Dec 20');
    // Nobody can be told of it: the column is shown as it is.
    const none = { columns: { ...columns, 'Account Owner': 'n/a' } };
    expect(told({}, none)).toContain('Account Owner: n/a · closes Dec 20 · Match Score 96 · Tenders');
  });

  it('has the label that its column gives to a value', () => {
    const owner = exampleColumn({ name: 'Owner', format: 'enumeration', labels: { 4711: 'Ann Lee' } });
    const columns = new Map([[rfp.bridgeId, [owner]]]);
    expect(ownerOf({ Owner: '4711' }, { columns })).toBe('@U0789');
  });
});

describe('a flood', () => {
  const flood = { newSignals: 903, shown: 12 } as const;
  const bridges = [...'abcdefghi'].map((name, index) => ({ name, signals: 100 - index }));

  it.each<[NonNullable<DigestContent['flood']>, number, string[]]>([
    [
      { ...flood, bridges: bridges.slice(0, 2) },
      12,
      ['*Unusually many: 903 new signals.* The 12 hot ones are shown, 891 wait.', 'a 100 · b 99'],
    ],
    [
      { ...flood, bridges },
      1,
      [
        '*Unusually many: 903 new signals.* The hot one and the 11 newest are shown, 891 wait.',
        'a 100 · b 99 · c 98 · d 97 · e 96 · 4 more bridges 374',
      ],
    ],
  ])(
    'is told first, with what is shown, what is not, and of which bridges it is (%#)',
    (flood, hot, told) => {
      expect(hotOf([buyerOf([rfp])], { flood, totals: { signals: hot, hot, buyers: 9 } })[0]).toEqual(told);
    },
  );
});
