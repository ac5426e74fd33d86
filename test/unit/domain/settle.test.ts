import { describe, expect, it } from 'vitest';
import type { RouteCandidate, RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { Route, RoutingMode } from '../../../shared/domain/routes/route.ts';
import { nextReadingAt, planSettlement } from '../../../shared/domain/signals/settle.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';

const inState = (...states: string[]): RouteMatch => ({ columns: [{ name: 'State', oneOf: states }] });
const routeOf = (id: string, match: RouteMatch = {}, otherwise = false): Route => {
  return { ...immediateRoute, id, match, otherwise };
};
const west = routeOf('west', inState('CA', 'OR'));
const east = routeOf('east', inState('NY'));
const scored = routeOf('scored', { columns: [{ name: 'Score', atLeast: 80 }] });
const rest = routeOf('rest', {}, true);

function candidate(columns: Record<string, unknown>, ...unsettled: string[]): RouteCandidate {
  return {
    buyerId: 'buyer',
    bridgeId: 'bridge',
    bridgeName: null,
    hot: false,
    columns,
    unsettled,
  };
}

interface Before {
  readonly undecided: readonly string[];
  /** Those that match for sure. */
  readonly sure?: readonly string[];
  readonly routing?: RoutingMode;
}

function plan({ undecided, sure = [], routing }: Before, routes: readonly Route[], now: RouteCandidate) {
  const before = { routeIds: undecided, enteredRouteIds: [...sure, ...undecided] };
  return planSettlement(before, { routes, routing }, now);
}

describe('settling an undecided signal', () => {
  it('keeps it for the routes that it matches, and withdraws it from the others', () => {
    const now = candidate({ State: 'CA' });
    expect(plan({ undecided: ['west', 'east'] }, [west, east], now)).toEqual({
      withdrawn: ['east'],
      kept: ['west'],
      added: [],
      open: [],
    });
  });

  it('changes nothing while the value is still being computed', () => {
    expect(plan({ undecided: ['west'] }, [west, rest], candidate({}, 'State'))).toBeNull();
  });

  it('settles what is known and leaves the rest open', () => {
    const now = candidate({ State: 'NY' }, 'Score');
    expect(plan({ undecided: ['west', 'scored'] }, [west, scored, rest], now)).toEqual({
      withdrawn: ['west'],
      kept: [],
      added: [],
      open: ['scored'],
    });
  });

  it('gives it to the routes for the rest once no other one is left', () => {
    const now = candidate({ State: 'TX', Score: 12 });
    expect(plan({ undecided: ['scored'] }, [west, scored, rest], now)).toEqual({
      withdrawn: ['scored'],
      kept: [],
      added: ['rest'],
      open: [],
    });
    expect(plan({ undecided: ['scored'], sure: ['west'] }, [west, scored, rest], now)?.added).toEqual([]);
  });

  it('gives it to the next route that matches, if it is to go to one', () => {
    const routes = [west, east, scored, routeOf('all'), rest];
    const added = (now: RouteCandidate) => plan({ undecided: ['west'], routing: 'first' }, routes, now);
    expect(added(candidate({ State: 'NY' }, 'Score'))).toMatchObject({ added: ['east'], open: [] });
    expect(added(candidate({ State: 'TX' }, 'Score'))).toMatchObject({ added: ['scored'], open: ['scored'] });
    expect(added(candidate({ State: 'TX', Score: 1 }))).toMatchObject({ added: ['all'], open: [] });
    expect(added(candidate({ State: 'CA', Score: 99 }))).toMatchObject({ kept: ['west'], added: [] });
  });

  it('leaves it with a route that the config does not have any more', () => {
    const now = candidate({ State: 'TX' });
    expect(plan({ undecided: ['west'] }, [east, rest], now)).toBeNull();
    expect(plan({ undecided: ['west', 'east'] }, [east, rest], now)).toMatchObject({
      withdrawn: ['east'],
      added: [],
      open: ['west'],
    });
  });
});

describe('the next reading of its values', () => {
  const seen = Date.parse('2026-11-21T08:00:00Z');
  const minute = 60_000;
  const readings = (waitMs: number): number[] => {
    const times: number[] = [];
    const until = seen + waitMs;
    for (let at = seen; at < until && times.length < 200; ) {
      at = nextReadingAt({ firstSeenAt: seen, until }, at);
      times.push((at - seen) / minute);
    }
    return times;
  };

  it('comes after ever longer pauses, the last one shortly before the wait is over', () => {
    expect(readings(10 * minute)).toEqual([1, 2, 4, 8, 10]);
    expect(readings(60 * minute)).toEqual([1, 2, 4, 8, 16, 31, 46, 58, 60]);
  });

  it('comes within a short wait, too', () => {
    expect(readings(minute)).toEqual([0.75, 1]);
    expect(readings(2 * minute)).toEqual([1, 1.5, 2]);
  });
});
