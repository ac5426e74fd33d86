import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ColumnCondition } from '../../../shared/domain/routes/column-condition.ts';
import { judgeMatch, type RouteCandidate, type RouteMatch } from '../../../shared/domain/routes/match.ts';

const truths = { T: true, F: false, '?': null } as const;
type Letter = keyof typeof truths;

/** The truth tables, written by hand: T true, F false, ? not known. */
const and: Readonly<Record<string, Letter>> = {
  ...{ TT: 'T', TF: 'F', 'T?': '?' },
  ...{ FT: 'F', FF: 'F', 'F?': 'F' },
  ...{ '?T': '?', '?F': 'F', '??': '?' },
};
const or: Readonly<Record<string, Letter>> = {
  ...{ TT: 'T', TF: 'T', 'T?': 'T' },
  ...{ FT: 'T', FF: 'F', 'F?': '?' },
  ...{ '?T': 'T', '?F': '?', '??': '?' },
};
const not: Readonly<Record<Letter, Letter>> = { T: 'F', F: 'T', '?': '?' };

/** Wanted hotness, then what is known of it: yes, no, or nothing. */
const hotTable: Readonly<Record<string, Letter>> = {
  ...{ 'true yes': 'T', 'true no': 'F', 'true ?': '?' },
  ...{ 'false yes': 'F', 'false no': 'T', 'false ?': '?' },
};
const hotKnown = { yes: true, no: false, '?': null } as const;

const cells = {
  high: { Score: '87 %', State: 'CA' },
  low: { Score: 12, State: ' or ' },
  none: { State: '' },
} as const;
const conditions = {
  'score from 80': { name: 'Score', atLeast: 80 },
  'score to 80': { name: 'Score', atMost: 80 },
  'no score': { name: 'Score', isEmpty: true },
  'a score': { name: 'Score', isEmpty: false },
  'west coast': { name: 'State', oneOf: ['ca', 'OR'] },
  'in CA': { name: 'State', equals: 'CA' },
} as const satisfies Record<string, ColumnCondition>;
/** One letter for each row of `cells`, and one for a row whose values are still being computed. */
const columnTable: Readonly<Record<keyof typeof conditions, string>> = {
  'score from 80': 'TFF?',
  'score to 80': 'FTF?',
  'no score': 'FFT?',
  'a score': 'TTF?',
  'west coast': 'TTF?',
  'in CA': 'TFF?',
};

interface Row {
  readonly hot: keyof typeof hotKnown;
  readonly bridge: 'Tenders' | 'Meetings' | '?';
  readonly cells: keyof typeof cells | 'open';
}

/** A match in the words of the tables. */
interface Wish {
  readonly hot?: 'true' | 'false';
  readonly bridge?: 'Tenders' | 'Meetings';
  readonly columns?: readonly (keyof typeof conditions)[];
  readonly any?: readonly Wish[];
  readonly not?: Wish;
}

function expected(wish: Wish, row: Row): Letter {
  const columnOf = [...Object.keys(cells), 'open'].indexOf(row.cells);
  const letters: Letter[] = [
    wish.hot ? (hotTable[`${wish.hot} ${row.hot}`] as Letter) : 'T',
    wish.bridge ? (row.bridge === '?' ? '?' : row.bridge === wish.bridge ? 'T' : 'F') : 'T',
    ...(wish.columns ?? []).map((name) => columnTable[name][columnOf] as Letter),
    wish.any ? wish.any.map((one) => expected(one, row)).reduce((a, b) => or[a + b] as Letter) : 'T',
    wish.not ? not[expected(wish.not, row)] : 'T',
  ];
  return letters.reduce((a, b) => and[a + b] as Letter);
}

function matchOf({ hot, bridge, columns, any, not: excluded }: Wish): RouteMatch {
  return {
    ...(hot ? { hot: hot === 'true' } : {}),
    ...(bridge ? { bridges: [bridge] } : {}),
    ...(columns ? { columns: columns.map((name) => conditions[name]) } : {}),
    ...(any ? { any: any.map(matchOf) } : {}),
    ...(excluded ? { not: matchOf(excluded) } : {}),
  };
}

function candidateOf(row: Row): RouteCandidate {
  const isOpen = row.cells === 'open';
  return {
    buyerId: 'buyer',
    bridgeId: 'bridge',
    bridgeName: row.bridge === '?' ? null : row.bridge,
    hot: hotKnown[row.hot],
    columns: row.cells === 'open' ? { Score: null, State: 'CA' } : cells[row.cells],
    unsettled: isOpen ? ['Score', 'State'] : [],
  };
}

const keysOf = <Keys extends string>(record: Readonly<Record<Keys, unknown>>) =>
  Object.keys(record) as Keys[];

const { wish: anyWish } = fc.letrec<{ wish: Wish }>((tie) => ({
  wish: fc.record(
    {
      hot: fc.constantFrom('true', 'false'),
      bridge: fc.constantFrom('Tenders', 'Meetings'),
      columns: fc.array(fc.constantFrom(...keysOf(conditions)), { minLength: 1, maxLength: 3 }),
      any: fc.array(tie('wish'), { minLength: 1, maxLength: 3, depthIdentifier: 'wish' }),
      not: fc.option(tie('wish'), { depthIdentifier: 'wish', nil: {} as Wish }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Wish>,
}));

const anyRow: fc.Arbitrary<Row> = fc.record({
  hot: fc.constantFrom(...keysOf(hotKnown)),
  bridge: fc.constantFrom('Tenders', 'Meetings', '?'),
  cells: fc.constantFrom(...keysOf(cells), 'open'),
});

const bridgeId = '11111111-1111-4111-8111-111111111111';
const otherId = '22222222-2222-4222-8222-222222222222';

const judge = (match: RouteMatch, candidate: RouteCandidate) => judgeMatch(match, candidate, 'UTC');

describe('a match', () => {
  it('is judged as the truth tables say, however its parts are nested', () => {
    fc.assert(
      fc.property(anyWish, anyRow, (wish, row) => {
        expect(judge(matchOf(wish), candidateOf(row))).toBe(truths[expected(wish, row)]);
      }),
      { numRuns: 300 },
    );
  }, 30_000);

  it('takes only the bridges and buyers that it names', () => {
    const candidate = candidateOf({ hot: 'yes', bridge: 'Tenders', cells: 'high' });
    expect(judge({ bridges: ['bridge'], buyers: ['other', 'buyer'] }, candidate)).toBe(true);
    expect(judge({ bridges: ['other'] }, candidate)).toBe(false);
    expect(judge({ buyers: ['other'] }, candidate)).toBe(false);
  });

  it.each([
    ['its id', [bridgeId], true],
    ['its name', ['tenders '], true],
    ['its name behind an id', [otherId, 'TENDERS'], true],
    ['another id', [otherId], false],
    ['another name', ['Meetings'], false],
    ['a part of its name', ['Tender'], false],
  ])('finds a bridge by %s', (_, bridges, expected) => {
    const candidate = {
      ...candidateOf({ hot: 'yes', bridge: 'Tenders', cells: 'high' }),
      bridgeId,
      bridgeName: ' Tenders',
    };
    expect(judge({ bridges }, candidate)).toBe(expected);
  });

  it.each([
    ['by its id all the same', [bridgeId], true],
    ['by its id beside a name', ['Meetings', bridgeId], true],
    ['perhaps, by any name', ['Meetings'], null],
    ['perhaps, by a name beside another id', [otherId, 'Meetings'], null],
    ['by no other id', [otherId], false],
  ])('finds a bridge that shows no name %s', (_, bridges, expected) => {
    const known = candidateOf({ hot: 'yes', bridge: 'Tenders', cells: 'high' });
    for (const bridgeName of [null, ' ']) {
      expect(judge({ bridges }, { ...known, bridgeId, bridgeName })).toBe(expected);
    }
  });

  it('knows of an unreadable signal only its buyer', () => {
    const unreadable = {
      buyerId: 'buyer',
      bridgeId: null,
      bridgeName: null,
      hot: null,
      columns: null,
      unsettled: [],
    };
    const column = { name: 'State', isEmpty: true };
    for (const match of [
      { hot: true },
      { bridges: ['b'] },
      { bridges: ['Tenders'] },
      { columns: [column] },
    ]) {
      expect([judge(match, unreadable), judge({ not: match }, unreadable)]).toEqual([null, null]);
    }
    expect(judge({ buyers: ['other'] }, unreadable)).toBe(false);
  });
});
