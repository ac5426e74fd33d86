import { describe, expect, it } from 'vitest';
import { explainRoutes } from '../../../../message/routes/explain-routes.ts';
import type { RouteCandidate, RouteMatch } from '../../../../shared/domain/routes/match.ts';
import type { Route } from '../../../../shared/domain/routes/route.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';

const candidate: RouteCandidate = {
  buyerId: 'b-1',
  buyerName: 'Acme',
  bridgeId: 'x',
  bridgeName: 'Tenders',
  hot: false,
  unsettled: ['Summary'],
  columns: { 'Match Score': 34, State: 'CA' },
};
const routeOf = (match: RouteMatch, over: object = {}): Route => ({
  ...immediateRoute,
  match,
  ...over,
});
const verdict = (match: RouteMatch, over: Partial<RouteCandidate> = {}) => {
  const [told] = explainRoutes({ routes: [routeOf(match)] }, { ...candidate, ...over });
  return `${told?.takes ? 'takes' : 'refuses'}: ${told?.because}`;
};

describe('why a route takes a signal or not', () => {
  it.each<[RouteMatch, string]>([
    [{}, 'takes: the route takes every signal'],
    [{ hot: true }, 'refuses: it is not hot'],
    [{ hot: false }, 'takes: it is not hot'],
    [{ columns: [{ name: 'Match Score', atLeast: 60 }] }, 'refuses: Match Score is 34 (rule: 60 or more)'],
    [
      { hot: false, columns: [{ name: 'State', oneOf: ['CA', 'OR'] }] },
      'takes: it is not hot and State is CA (rule: CA or OR)',
    ],
    [{ columns: [{ name: 'Budget', atLeast: 1 }] }, 'refuses: Budget is empty (rule: 1 or more)'],
    [{ columns: [{ name: 'Summary', contains: 'x' }] }, 'takes: not decided yet: Summary is not known'],
    [{ bridges: ['Meetings'] }, 'refuses: its bridge Tenders is not in match.bridges'],
    [{ bridges: ['tenders'] }, 'takes: its bridge Tenders is in match.bridges'],
    [{ buyers: ['b-2'] }, 'refuses: its buyer is not in match.buyers'],
    [
      { any: [{ hot: true }, { columns: [{ name: 'Match Score', atLeast: 60 }] }] },
      'refuses: nothing in match.any fits: it is not hot and Match Score is 34 (rule: 60 or more)',
    ],
    [{ any: [{ hot: true }, { buyers: ['b-1'] }] }, 'takes: its buyer is in match.buyers'],
    [
      { not: { columns: [{ name: 'State', equals: 'CA' }] } },
      'refuses: match.not excludes it: State is CA (rule: CA)',
    ],
    [{ not: { hot: true } }, 'takes: match.not does not exclude it: it is not hot'],
  ])('%j', (match, told) => {
    expect(verdict(match)).toBe(told);
  });

  it('says so where the hotness is not known, which excludes nothing', () => {
    expect(verdict({ hot: true }, { hot: null })).toBe('takes: it is not known whether it is hot');
    const not = { not: { hot: true } };
    expect(verdict(not, { hot: null })).toMatch(/^takes: it is not known whether match.not excludes it: /);
  });

  it('names those of a set of owners who get it, and no other', () => {
    const is = { name: 'Ann Lee', id: 'U0ANN' };
    const set = [
      { ...routeOf({}, { id: 'sales/ann-lee' }), owner: { set: 'sales', is } },
      { ...routeOf({}, { id: 'sales' }), owner: { set: 'sales', is: null } },
    ];
    const told = (over: Partial<RouteCandidate>) =>
      explainRoutes({ routes: set }, { ...candidate, ...over }).map(
        ({ routeId, because }) => `${routeId}: ${because}`,
      );
    expect(told({ owners: [is] })).toEqual([
      'sales/ann-lee: its owner is Ann Lee',
      'sales: it goes to its owner: sales/ann-lee',
    ]);
    expect(told({ owners: [{ name: 'Dev Patel', id: null }] })).toEqual([
      'sales: its owner is not told directly: Dev Patel',
    ]);
    expect(told({})).toEqual(['sales: it has no owner']);
    expect(told({ ownerAwaited: true })).toEqual(['sales: not decided yet: its owner is not known']);
  });

  it('names the route that takes it instead', () => {
    const [sales, crm, rest] = [
      routeOf({}, { id: 'sales' }),
      routeOf({}, { id: 'crm' }),
      routeOf({}, { id: 'rest', otherwise: true }),
    ];
    const because = (routes: readonly Route[], routing: 'first' | 'all') =>
      explainRoutes({ routes, routing }, candidate).map((one) => one.because);
    expect(because([sales, crm], 'first').at(1)).toBe('the route sales comes first');
    expect(because([sales, rest], 'all').at(1)).toBe('another route takes it: sales');
    expect(because([rest], 'all')).toEqual(['no other route takes it']);
  });
});
