import { describe, expect, it } from 'vitest';
import {
  matchingRoutes,
  type Route,
  type RouteCandidate,
  type RouteMatch,
} from '../../../shared/domain/routes/route.ts';

function routeThatMatches(match: RouteMatch): Route {
  return { id: 'one', match, when: 'immediately', to: { type: 'slack', webhookUrl: { secret: 'SLACK' } } };
}

const candidate: RouteCandidate = { buyerId: 'buyer', bridgeId: 'bridge', hot: true };
const isWanted = (match: RouteMatch, over: Partial<RouteCandidate> = {}): boolean =>
  matchingRoutes([routeThatMatches(match)], { ...candidate, ...over }).length === 1;

describe('a route', () => {
  it('that asks for nothing wants every signal', () => {
    expect(isWanted({})).toBe(true);
    expect(isWanted({}, { bridgeId: null, hot: null })).toBe(true);
  });

  it('wants hot signals, those that are not, or both', () => {
    expect([isWanted({ hot: true }), isWanted({ hot: true }, { hot: false })]).toEqual([true, false]);
    expect([isWanted({ hot: false }), isWanted({ hot: false }, { hot: false })]).toEqual([false, true]);
  });

  it('wants only the bridges and buyers that it names', () => {
    expect([isWanted({ bridges: ['bridge'] }), isWanted({ bridges: ['other'] })]).toEqual([true, false]);
    expect([isWanted({ buyers: ['other', 'buyer'] }), isWanted({ buyers: ['other'] })]).toEqual([
      true,
      false,
    ]);
  });

  it('wants a signal only when all that it asks for fits', () => {
    expect(isWanted({ hot: true, bridges: ['bridge'], buyers: ['other'] })).toBe(false);
  });

  it('is not passed over for what an unreadable signal does not tell', () => {
    const unreadable = { bridgeId: null, hot: null };
    expect(isWanted({ hot: true, bridges: ['other'] }, unreadable)).toBe(true);
    expect(isWanted({ hot: false }, unreadable)).toBe(true);
    expect(isWanted({ buyers: ['other'] }, unreadable)).toBe(false);
  });

  it('is not passed over for a hotness that is not known yet', () => {
    expect([isWanted({ hot: true }, { hot: null }), isWanted({ hot: false }, { hot: null })]).toEqual([
      true,
      true,
    ]);
    expect(isWanted({ hot: true, bridges: ['other'] }, { hot: null })).toBe(false);
  });

  it('keeps its place among the others', () => {
    const routes = [routeThatMatches({}), { ...routeThatMatches({ hot: false }), id: 'two' }];
    const three = { ...routeThatMatches({ hot: true }), id: 'three' };
    expect(matchingRoutes([...routes, three], candidate).map(({ id }) => id)).toEqual(['one', 'three']);
  });
});
