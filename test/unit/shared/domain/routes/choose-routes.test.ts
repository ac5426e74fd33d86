import { describe, expect, it } from 'vitest';
import { chooseRoutes } from '../../../../../shared/domain/routes/choose-routes.ts';
import type { RouteCandidate, RouteMatch } from '../../../../../shared/domain/routes/match.ts';
import type { Route, RoutingMode } from '../../../../../shared/domain/routes/route.ts';
import { exampleCandidate } from '../../../../support/examples/example-candidate.ts';

function routeOf(id: string, match: RouteMatch, otherwise = false): Route {
  const to = { type: 'slack', webhookUrl: { secret: 'SLACK' } } as const;
  return { id, match, when: 'immediately', to, otherwise };
}

/** The ids of the takers; one that is undecided with a question mark. */
function takers(routes: readonly Route[], over: Partial<RouteCandidate> = {}, routing?: RoutingMode): string {
  const chosen = chooseRoutes({ routes, routing }, { ...exampleCandidate, ...over });
  return chosen.map(({ route, isUndecided }) => `${route.id}${isUndecided ? '?' : ''}`).join(' ');
}

const hot = routeOf('hot', { hot: true });
const cold = routeOf('cold', { hot: false });
const all = routeOf('all', {});
const rest = routeOf('rest', {}, true);

describe('choosing routes', () => {
  it('gives a signal to each route that matches, in their order', () => {
    expect(takers([cold, all, hot])).toBe('all hot');
  });

  it('passes no route over for what is not known', () => {
    expect(takers([cold, all, hot], { hot: null })).toBe('cold all hot');
    expect(takers([hot, routeOf('else', { hot: true, bridges: ['other'] })], { hot: null })).toBe('hot');
  });

  it('is undecided only about what upstream is still computing', () => {
    const column = { name: 'State', equals: 'CA' };
    const west = routeOf('west', { columns: [column] });
    const any = routeOf('any', { any: [{ not: { columns: [column] } }, { bridges: ['Meetings'] }] });
    const far = routeOf('far', { columns: [column], buyers: ['other'] });
    expect(takers([all, west, any, far], { unsettled: ['State'] })).toBe('all west? any?');
    expect(takers([all, west, any, far], { unsettled: ['Stage'], bridgeName: null })).toBe('all west any');
    expect(takers([west], { columns: null })).toBe('west');
    expect(takers([hot, cold, west], { hot: null, hotAwaited: true })).toBe('hot? cold? west');
  });

  it('gives it to the first that matches, if it is to go to one', () => {
    expect(takers([cold, all, hot], {}, 'first')).toBe('all');
    expect(takers([cold, all, hot], { hot: null, hotAwaited: true }, 'first')).toBe('cold?');
  });

  it('gives the rest only what it matches itself', () => {
    const restOfBridge = routeOf('tenders', { bridges: ['Tenders'] }, true);
    expect([takers([cold, restOfBridge]), takers([cold, restOfBridge], { bridgeName: 'Meetings' })]).toEqual([
      'tenders',
      '',
    ]);
    expect([takers([restOfBridge, rest]), takers([restOfBridge, rest], {}, 'first')]).toEqual([
      'tenders rest',
      'tenders',
    ]);
  });

  describe('of a set of owners', () => {
    const ownerOf = (id: string): Route => ({
      ...routeOf(`sales/${id}`, {}),
      owner: { set: 'sales', is: { name: id, id } },
    });
    const set = [
      ownerOf('ann'),
      ownerOf('dev'),
      { ...routeOf('sales', {}), owner: { set: 'sales', is: null } },
    ];
    const owned = (...ids: (string | null)[]) => ({
      owners: ids.map((id) => ({ name: id ?? 'Somebody', id })),
    });

    it.each<RoutingMode>(['all', 'first'])(
      'gives a signal to its owners, and else to the rest of the set (%s)',
      (routing) => {
        expect(takers(set, owned('dev'), routing)).toBe('sales/dev');
        expect(takers(set, owned('ann', 'dev'), routing)).toBe('sales/ann sales/dev');
        expect(takers(set, owned(null), routing)).toBe('sales');
        expect(takers(set, {}, routing)).toBe('sales');
      },
    );

    it('waits while it is not known whose a signal is, and tells nobody by mistake', () => {
      expect(takers(set, { ownerAwaited: true })).toBe('sales?');
      expect(takers([hot, ...set], { ownerAwaited: true })).toBe('hot sales?');
      expect(takers(set, { columns: null })).toBe('sales');
    });

    it('passes over an owner who can not be reached', () => {
      const left = new Set(['sales/ann']);
      const chosen = (...ids: string[]) =>
        chooseRoutes({ routes: set, left }, { ...exampleCandidate, ...owned(...ids) }).map(
          ({ route }) => route.id,
        );
      expect([chosen('ann'), chosen('ann', 'dev'), chosen('dev')]).toEqual([
        ['sales'],
        ['sales/dev'],
        ['sales/dev'],
      ]);
    });
  });

  it("reads dates in each route's own time zone", () => {
    const before = { columns: [{ name: 'Due', before: '2026-12-01' }] };
    const abroad = { ...routeOf('tokyo', before), timezone: 'Asia/Tokyo' };
    expect(takers([routeOf('utc', before), abroad], { columns: { Due: '2026-11-30T16:00:00Z' } })).toBe(
      'utc',
    );
  });
});
