import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseRoutes } from '../../../shared/domain/routes/choose-routes.ts';
import type { ColumnCondition } from '../../../shared/domain/routes/column-condition.ts';
import { findContradiction } from '../../../shared/domain/routes/contradiction.ts';
import { findImpossibleRoutes, findUnrouted } from '../../../shared/domain/routes/find-impossible.ts';
import { judgeMatch, type RouteCandidate, type RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';

const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const zone = 'America/New_York';
const to = { type: 'slack', webhookUrl: { secret: 'S' } } as const;
const routeOf = (id: string, match: RouteMatch, otherwise?: boolean): Route => ({
  ...{ id, match, otherwise, to },
  when: { cron: '0 8 * * ? *', timezone: zone },
});
const column = (...columns: readonly Omit<ColumnCondition, 'name'>[]): RouteMatch => ({
  columns: columns.map((one) => ({ name: 'Score', ...one })),
});
const everything = { isEverHot: true };

const values = fc.constantFrom(
  '80',
  80,
  'open',
  '2026-12-01',
  true,
  ' OPEN ',
  '$80',
  '80.0',
  '2026-12-01T05:00:00Z',
);
const anyColumn: fc.Arbitrary<ColumnCondition> = fc.record(
  {
    name: fc.constantFrom('Score', 'Stage'),
    equals: values,
    oneOf: fc.array(values, { minLength: 1, maxLength: 2 }),
    contains: fc.constantFrom('8', 'pen'),
    atLeast: fc.constantFrom(10, 80, 90),
    atMost: fc.constantFrom(10, 80, 90),
    before: fc.constantFrom('2026-12-01', '2026-12-02', '2026-12-01T12:00:00Z'),
    after: fc.constantFrom('2026-11-30', '2026-12-01', '2026-12-01T04:59:00Z'),
    isEmpty: fc.boolean(),
  },
  { requiredKeys: ['name'] },
);
const { match: anyMatch } = fc.letrec<{ match: RouteMatch }>((tie) => ({
  match: fc.record(
    {
      hot: fc.boolean(),
      bridges: fc.subarray([...ids, 'Tenders', 'tenders', 'Meetings'], { minLength: 1, maxLength: 2 }),
      buyers: fc.subarray(['a', 'b'], { minLength: 1 }),
      types: fc.subarray(['RFP', 'Meeting'] as const, { minLength: 1 }),
      columns: fc.array(anyColumn, { minLength: 1, maxLength: 3 }),
      any: fc.array(tie('match'), { minLength: 1, maxLength: 3, depthIdentifier: 'match' }),
      not: fc.option(tie('match'), { depthIdentifier: 'match', nil: { hot: true } }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<RouteMatch>,
}));
const cell = fc.oneof(
  values,
  fc.constantFrom(85, '', null, '2026-11-30', '2026-12-01T04:59:30Z', 'Reopened 8'),
  fc.array(values, { maxLength: 2 }),
);
const anyCandidate: fc.Arbitrary<RouteCandidate> = fc.record({
  buyerId: fc.constantFrom('a', 'b'),
  bridgeId: fc.constantFrom(...ids, null),
  bridgeName: fc.constantFrom('Tenders', 'meetings', null),
  hot: fc.constantFrom(true, false, null),
  type: fc.constantFrom('RFP', 'Meeting', null),
  columns: fc.option(fc.dictionary(fc.constantFrom('Score', 'Stage'), cell)),
  unsettled: fc.subarray(['Score', 'Stage']),
});

describe('a route that is called impossible', () => {
  it('surely matches no signal', () => {
    let refuted = 0;
    fc.assert(
      fc.property(anyMatch, fc.array(anyCandidate, { minLength: 20, maxLength: 20 }), (match, candidates) => {
        if (findContradiction([match], zone) === null) return;
        refuted += 1;
        for (const candidate of candidates) expect(judgeMatch(match, candidate, zone)).not.toBe(true);
      }),
      { numRuns: 600 },
    );
    expect(refuted).toBeGreaterThan(30);
  }, 60_000);

  it('is surely taken by none that comes before it, or instead of it', () => {
    const anyRoute = fc.tuple(anyMatch, fc.boolean());
    fc.assert(
      fc.property(
        fc.array(anyRoute, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('all' as const, 'first' as const),
        fc.array(anyCandidate, { minLength: 10, maxLength: 10 }),
        (drawn, routing, candidates) => {
          const routes = drawn.map(([match, otherwise], index) => routeOf(`${index}`, match, otherwise));
          const impossible = new Set(
            findImpossibleRoutes({ routes, routing }, everything).map(({ routeId }) => routeId),
          );
          for (const candidate of candidates) {
            const sure = chooseRoutes({ routes, routing }, candidate).filter(
              ({ route }) => judgeMatch(route.match, candidate, zone) === true,
            );
            expect(sure.filter(({ route }) => impossible.has(route.id))).toEqual([]);
          }
        },
      ),
      { numRuns: 200 },
    );
  }, 60_000);

  it.each<[string, RouteMatch]>([
    ['hot, but not hot', { hot: true, not: { hot: true } }],
    [
      'cold, and hot in each alternative',
      { hot: false, any: [{ hot: true }, { hot: true, types: ['RFP'] }] },
    ],
    ['of two types at once', { types: ['RFP'], any: [{ types: ['Meeting'] }] }],
    ['of two bridges at once', { bridges: [ids[0] ?? ''], any: [{ bridges: [ids[1] ?? ''] }] }],
    ['of two names at once', { bridges: ['Tenders'], any: [{ bridges: ['Meetings'] }] }],
    ['of a buyer that it leaves out', { buyers: ['a'], not: { buyers: ['b', 'a'] } }],
    ['high and low', column({ atLeast: 80 }, { atMost: 79 })],
    ['a day between two that follow each other', column({ after: '2026-11-30', before: '2026-12-01' })],
    ['an hour of a day that it is after', column({ after: '2026-12-01', before: '2026-12-01T12:00:00Z' })],
    ['empty and open', column({ isEmpty: true }, { equals: 'open' })],
    ['a number that is too small', column({ equals: 10 }, { atLeast: 80 })],
    [
      'one of the numbers that are none of the others',
      column({ oneOf: [80, 90] }, { oneOf: ['81'], atLeast: 1 }),
    ],
    ['high, but not high', { ...column({ atLeast: 90 }), not: column({ atLeast: 80 }) }],
    [
      'a value that it leaves out',
      { ...column({ equals: 'open' }), not: column({ oneOf: ['won', 'open'] }) },
    ],
  ])('is one for signals that are %s', (_, match) => {
    expect(findContradiction([match], zone)).not.toBeNull();
  });

  it.each<[string, RouteMatch]>([
    ['a bridge by name and by id', { bridges: ['Tenders'], any: [{ bridges: [ids[0] ?? ''] }] }],
    ['two values, which a list can be', column({ equals: 'open' }, { equals: 'won' })],
    ['a number in two spellings', column({ equals: '$80' }, { equals: 80, atLeast: 80 })],
    ['a part of what it leaves out', { types: ['RFP', 'Meeting'], not: { types: ['RFP'] } }],
    ['the end of a range', column({ atLeast: 80 }, { atMost: 80 })],
  ])('is none for signals that are %s', (_, match) => {
    expect(findContradiction([match], zone)).toBeNull();
  });

  it('is one that asks only for what the config leaves out', () => {
    const one = (match: RouteMatch, signals: object) =>
      findImpossibleRoutes({ routes: [routeOf('r', match)] }, { ...everything, ...signals }).length;
    const bridges = [ids[0] ?? ''];
    expect(one({ any: [{ bridges }] }, { bridges })).toBe(1);
    expect(one({ any: [{ buyers: ['a'] }] }, { buyers: ['a', 'b'] })).toBe(1);
    expect(one({ any: [{ bridges }] }, { onlyBridges: [ids[1]] })).toBe(1);
    expect(one({ any: [{ hot: true }] }, { isEverHot: false })).toBe(1);
    expect(one({ bridges, buyers: ['a'] }, { bridges: [ids[1]], buyers: ['b'], onlyBridges: ids })).toBe(0);
  });

  it('is one behind a route that takes all of it, or beside one for the rest', () => {
    const told = (routes: readonly Route[], routing?: 'first') =>
      findImpossibleRoutes({ routes, routing }, everything).map(
        ({ routeId, found }) => `${routeId}: ${found}`,
      );
    const [all, hot, rest] = [routeOf('all', {}), routeOf('hot', { hot: true }), routeOf('rest', {}, true)];
    expect(told([all, hot], 'first')).toEqual([
      'hot: it never gets a signal: route all comes first and matches all that it could take',
    ]);
    expect([told([hot, all], 'first'), told([all, hot])]).toEqual([[], []]);
    expect(told([rest, all])).toEqual([
      'rest: it never gets a signal: route all matches all that it could take',
    ]);
    expect(told([rest, hot], 'first')).toEqual([]);
    expect(told([routeOf('rfp', { hot: true, types: ['RFP'] }, true), hot])).toHaveLength(1);
  });
});

describe('signals that no route takes', () => {
  const unrouted = (matches: readonly RouteMatch[], isEverHot = true) =>
    findUnrouted({ routes: matches.map((match, index) => routeOf(`${index}`, match)) }, { isEverHot });

  it('are named as far as they are known', () => {
    expect(unrouted([{ hot: true }])).toBe('cold signals');
    expect(unrouted([{ hot: false, types: ['RFP'] }])).toBe('hot signals');
    expect(unrouted([{ types: ['RFP'] }, { hot: true }])).toBe('signals that fit none of their matches');
    expect(unrouted([{ types: ['RFP'] }], false)).toBe('signals that fit none of their matches');
  });

  it('are none where a route takes all of them, or several do', () => {
    expect([
      unrouted([{}]),
      unrouted([{ hot: true }, { hot: false }]),
      unrouted([{ hot: false }], false),
    ]).toEqual([null, null, null]);
  });
});
