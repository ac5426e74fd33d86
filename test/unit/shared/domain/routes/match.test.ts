import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeMatch,
  type RouteCandidate,
  type RouteMatch,
} from '../../../../../shared/domain/routes/match.ts';
import { exampleCandidate } from '../../../../support/examples/example-candidate.ts';

const truths = { T: true, F: false, '?': null } as const;
type Letter = keyof typeof truths;
const letters = Object.keys(truths) as Letter[];

/** Of Kleene's three-valued logic: false is the least, and what is not known stands between. */
const order = 'F?T';
const least = (all: readonly Letter[]): Letter =>
  all.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? 'T';
const not: Readonly<Record<Letter, Letter>> = { T: 'F', F: 'T', '?': '?' };
const most = (all: readonly Letter[]): Letter => not[least(all.map((one) => not[one]))];

const candidate: RouteCandidate = { ...exampleCandidate, unsettled: ['Score'] };
/** What the candidate meets, does not meet, and may meet. */
const conditions = {
  T: { name: 'State', equals: 'CA' },
  F: { name: 'State', equals: 'NY' },
  '?': { name: 'Score', equals: 1 },
} as const;

/** A match in these letters. */
interface Wish {
  readonly hot?: Letter;
  readonly bridge?: Letter;
  readonly columns?: readonly Letter[];
  readonly any?: readonly Wish[];
  readonly not?: Wish;
}

function expected({ hot = 'T', bridge = 'T', columns = [], any, not: excluded }: Wish): Letter {
  return least([
    ...[hot, bridge, ...columns],
    any ? most(any.map(expected)) : 'T',
    excluded ? not[expected(excluded)] : 'T',
  ]);
}

function matchOf({ hot, bridge, columns, any, not: excluded }: Wish): RouteMatch {
  return {
    ...(hot ? { hot: hot === 'T' } : {}),
    ...(bridge ? { bridges: [bridge === 'T' ? 'Tenders' : 'Meetings'] } : {}),
    ...(columns ? { columns: columns.map((letter) => conditions[letter]) } : {}),
    ...(any ? { any: any.map(matchOf) } : {}),
    ...(excluded ? { not: matchOf(excluded) } : {}),
  };
}

const { wish: anyWish } = fc.letrec<{ wish: Wish }>((tie) => ({
  wish: fc.record(
    {
      hot: fc.constantFrom('T', 'F'),
      bridge: fc.constantFrom('T', 'F'),
      columns: fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 3 }),
      any: fc.array(tie('wish'), { minLength: 1, maxLength: 3, depthIdentifier: 'wish' }),
      not: fc.option(tie('wish'), { depthIdentifier: 'wish', nil: {} as Wish }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Wish>,
}));

const bridgeId = '11111111-1111-4111-8111-111111111111';
const otherId = '22222222-2222-4222-8222-222222222222';

const judge = (match: RouteMatch, candidate: RouteCandidate) => judgeMatch(match, candidate, 'UTC');

describe('a match', () => {
  it('is judged as three-valued logic says, however its parts are nested', () => {
    fc.assert(
      fc.property(anyWish, (wish) => {
        expect(judge(matchOf(wish), candidate)).toBe(truths[expected(wish)]);
      }),
      { numRuns: 300 },
    );
  }, 30_000);

  it('takes a buyer by the name that its signals show, and any where they show none', () => {
    expect(judge({ buyers: ['other', 'ACME'] }, candidate)).toBe(true);
    expect(judge({ buyers: ['ACME'] }, { ...candidate, buyerName: null })).toBeNull();
    expect(
      judge({ buyers: ['1f0c6b52-7a3e-4f7d-9c41-5be2a90d8e13'] }, { ...candidate, buyerName: null }),
    ).toBe(false);
  });

  it.each([
    ['its id', [bridgeId], true],
    ['its name', ['tenders '], true],
    ['its name behind an id', [otherId, 'TENDERS'], true],
    ['another id', [otherId], false],
    ['another name', ['Meetings'], false],
    ['a part of its name', ['Tender'], false],
  ])('finds a bridge by %s', (_, bridges, result) => {
    expect(judge({ bridges }, { ...candidate, bridgeId, bridgeName: ' Tenders' })).toBe(result);
  });

  it.each([
    ['by its id all the same', [bridgeId], true],
    ['by its id beside a name', ['Meetings', bridgeId], true],
    ['perhaps, by any name', ['Meetings'], null],
    ['perhaps, by a name beside another id', [otherId, 'Meetings'], null],
    ['by no other id', [otherId], false],
  ])('finds a bridge that shows no name %s', (_, bridges, result) => {
    for (const bridgeName of [null, ' ']) {
      expect(judge({ bridges }, { ...candidate, bridgeId, bridgeName })).toBe(result);
    }
  });

  it('knows of an unreadable signal only its buyer', () => {
    const nothing = {
      buyerName: null,
      bridgeId: null,
      bridgeName: null,
      hot: null,
      columns: null,
      unsettled: [],
    };
    const unreadable = { ...candidate, ...nothing };
    const column = { name: 'State', isEmpty: true };
    const matches = [{ hot: true }, { bridges: ['b'] }, { bridges: ['Tenders'] }, { columns: [column] }];
    for (const match of matches) {
      expect([judge(match, unreadable), judge({ not: match }, unreadable)]).toEqual([null, null]);
    }
    expect(judge({ buyers: ['1f0c6b52-7a3e-4f7d-9c41-5be2a90d8e13'] }, unreadable)).toBe(false);
  });
});
