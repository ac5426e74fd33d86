import { describe, expect, it } from 'vitest';
import type { DigestBuyer, DigestContent, DigestMute } from '../../../../shared/domain/digests/digest.ts';
import {
  exampleBuyer,
  exampleLinks,
  exampleSignal,
  exampleView,
} from '../../../support/examples/example-digest.ts';
import { type Detail, describeSections, digestOf, formatLine, messageOf } from '../read-message.ts';

function buyerOf(name: string, count: number): DigestBuyer {
  const signals = Array.from({ length: count }, (_, index) =>
    exampleSignal({
      rowId: `${name}-${index}`,
      name: `RFP ${index + 1}`,
      columns: { 'Due Date': '2026-12-10', 'Estimated Value': 2_070_000 },
    }),
  );
  return exampleBuyer({ buyerId: name, name, signals });
}

const restOf = (buyers: readonly DigestBuyer[], over: Partial<DigestContent> = {}, detail: Detail = 'full') =>
  messageOf(digestOf(buyers, over), detail);
const told = (...parameters: Parameters<typeof restOf>) => describeSections(restOf(...parameters).rest);

describe('the list of what is not hot', () => {
  it('stands by buyer, a single signal beside its buyer', () => {
    const view = exampleView({ links: exampleLinks });
    expect(told([buyerOf('Keller ISD', 2), buyerOf('Foxworth', 1)], { view })).toEqual([
      [
        '*[Keller ISD]* · 2',
        '  [RFP 1] · closes Dec 10 · 2.07M',
        '  [RFP 2] · closes Dec 10 · 2.07M',
        '*[Foxworth]*: [RFP 1] · closes Dec 10 · 2.07M',
      ],
    ]);
  });

  it('shows three of a buyer and 18 in all, and counts every other one', () => {
    const buyers = [5, 3, 3, 3, 3, 3, 2, 1].map((count, index) => buyerOf(`Buyer ${index}`, count));
    const [list = [], more] = told(buyers);
    expect(list.filter((line) => line.startsWith('  RFP'))).toHaveLength(18);
    expect(list[4]).toBe('  and 2 more');
    expect(more).toEqual(['And 3 more: Buyer 6 (2); Buyer 7']);
  });

  it('names its only buyer once, and counts each row of a thing that it does not list', () => {
    const buyer = buyerOf('Keller ISD', 18);
    const rows = ['a', 'b'].map((bridgeId) => exampleSignal({ rowId: bridgeId, bridgeId, entityId: 'one' }));
    const [list = [], more] = told([{ ...buyer, signals: [...buyer.signals, ...rows] }]);
    expect(list).toHaveLength(1 + 18 + 1);
    expect([list.at(-1), more]).toEqual(['  and 2 more', undefined]);
  });

  it('leaves out of a name the buyer that stands before it', () => {
    const names = ['Keller ISD: new budget', 'Keller ISD', 'Keller ISDs', 'Keller ISD-wide growth'];
    const signals = names.map((name, index) => exampleSignal({ rowId: `${index}`, name, columns: {} }));
    const [list] = told([exampleBuyer({ name: 'Keller ISD', signals })]);
    expect(list?.slice(1).map((line) => line.replace(/ · .*/, '').trim())).toEqual([
      'new budget',
      ...names.slice(1),
    ]);
  });

  it('counts a signal that stands with a hot one as the same thing', () => {
    const entityId = '7a1f3e6e-2f0e-4a9f-8f2d-3f4b6a7c8d09';
    const hot = exampleSignal({ hot: true, entityId });
    const same = exampleSignal({ entityId, bridgeId: 'board-meetings', bridgeName: 'Board meetings' });
    const [heading] = told([exampleBuyer({ signals: [hot, same] }), buyerOf('Keller ISD', 2)]);
    expect(heading).toEqual(['*3 more, 1 of them with the hot signals above*']);
    expect(told([exampleBuyer({ signals: [hot, same] })])).toEqual([
      ['*1 more, with the hot signals above*'],
    ]);
  });

  it('counts as many buyers by name as there is room for, and no number of signals beside as many buyers', () => {
    const countsOf = (signals: number) => {
      const names = Array.from({ length: 60 }, (_, index) => `Independent School District ${index}`);
      return formatLine(restOf(names.map((name) => buyerOf(name, signals))).restCounts ?? []);
    };
    expect(countsOf(1)).toMatch(/; \d+ more buyers$/);
    const line = countsOf(2);
    expect(line.length).toBeLessThan(600);
    expect(line).toMatch(
      /^\*120 new:\* Independent School District 0 \(2\); .*; (\d+) at (\d+) more buyers$/,
    );
    const [, signals = '', others = ''] = /(\d+) at (\d+) more buyers$/.exec(line) ?? [];
    expect(Number(signals)).toBe(2 * Number(others));
  });

  it('names the bridge of a signal of which nothing else is known', () => {
    const contact = exampleSignal({ name: 'Søren Eastlake', bridgeName: 'Contacts', columns: {} });
    expect(told([exampleBuyer({ name: 'Foxworth', signals: [contact] }), buyerOf('B', 1)])[0]?.[0]).toBe(
      '*Foxworth*: Søren Eastlake · Contacts',
    );
    const contract = { ...contact, name: 'Printing contract ends', bridgeName: 'Contract ends' };
    expect(told([exampleBuyer({ name: 'Foxworth', signals: [contract] }), buyerOf('B', 1)])[0]?.[0]).toBe(
      '*Foxworth*: Printing contract ends',
    );
  });

  it('is null in the counts where everything is hot', () => {
    expect(restOf([exampleBuyer({ signals: [exampleSignal({ hot: true })] })])).toMatchObject({
      rest: [],
      restCounts: null,
    });
  });
});

describe('the footer', () => {
  const footer = (over: Partial<DigestContent>): string[] =>
    messageOf(digestOf([buyerOf('Keller ISD', 2)], over), 'full').footer.map(formatLine);

  const seen = 'seen Sat 2:30 AM, New York';
  const monday = '2026-11-23T13:00:00.000Z';
  const flood = { newSignals: 7, shown: 3 } as const;
  const notices = { part: 2, unreadable: 1, held: 891, awaitingSummary: 2 };
  it.each<[Partial<DigestContent>, string[]]>([
    [{}, [`sales · ${seen} · id k3xq5yj7`]],
    [
      { windowEnd: '2026-11-21T08:00:00.000Z' },
      ['sales · new from Sat 2:30 AM to 3:00 AM, New York · id k3xq5yj7'],
    ],
    [
      {
        windowStart: '2026-11-20T13:00:00.000Z',
        windowEnd: monday,
        view: exampleView({ createdAt: monday, nextAt: '2026-11-24T13:00:00.000Z' }),
      },
      ['sales · new from Fri 8:00 AM to Mon 8:00 AM, New York · next Tue 8:00 AM · id k3xq5yj7'],
    ],
    [{ more: true }, [`sales · ${seen} · message 1, more follow · id k3xq5yj7`]],
    // The flood's own notice, in the first message alone, says how many of it wait.
    [{ held: 4, flood }, [`sales · ${seen} · id k3xq5yj7`]],
    [
      { held: 1, flood, part: 2 },
      ['1 signal waits: too many came at once', `sales · ${seen} · message 2, the last · id k3xq5yj7`],
    ],
    // Of an earlier flood others wait still.
    [{ held: 12, flood }, ['12 signals wait in all: too many came at once', `sales · ${seen} · id k3xq5yj7`]],
    [
      { ...notices, totals: { signals: 1_204, hot: 0, buyers: 1, inQuietHours: 1_200 } },
      [
        '1 signal could not be read and is not shown',
        '1,200 came in quiet hours',
        '891 signals wait: too many came at once',
        '2 hot signals wait for a summary',
        `sales · ${seen} · message 2, the last · id k3xq5yj7`,
      ],
    ],
  ])(
    'names the route, the period, what comes next, the digest, and what is not shown (%#)',
    (over, lines) => {
      expect(footer(over)).toEqual(lines);
    },
  );

  const mute = (over: Partial<DigestMute>): DigestMute => ({
    kind: 'buyer',
    id: '1f0c6b52-7a3e-4f7d-9c41-5be2a90d8e13',
    name: 'Fort Worth ISD',
    until: '2026-12-03T13:00:00.000Z',
    signals: 12,
    ...over,
  });
  const until = 'is muted until Dec 3, 8 AM EST';
  it.each<[DigestMute[], ...string[]]>([
    [[mute({ name: 'Fort\nWorth\u202e ISD' })], `12 signals wait: Fort Worth ISD ${until}`],
    [[mute({ name: null })], `12 signals wait: buyer 1f0c6b52 ${until}`],
    [[mute({ kind: 'bridge', name: ' ' })], `12 signals wait: bridge 1f0c6b52 ${until}`],
    [[mute({ kind: 'route', id: 'sales', name: null, signals: 1 })], `1 signal waits: this route ${until}`],
    [
      [mute({ until: '2027-01-04T14:30:00.000Z' }), ...['A', 'B', 'C', 'D'].map((name) => mute({ name }))],
      '12 signals wait: Fort Worth ISD is muted until Jan 4, 2027, 9:30 AM EST',
      `12 signals wait: A ${until}`,
      `12 signals wait: B ${until}`,
      '24 signals wait: 2 more are muted',
    ],
  ])('says on a line each what is muted, until when, and how much waits for that: %#', (muted, ...said) => {
    expect(footer({ muted }).slice(0, -1)).toEqual(said);
  });
});
