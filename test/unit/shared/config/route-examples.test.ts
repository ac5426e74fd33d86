import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../../shared/config/check-config.ts';
import { chooseRoutes } from '../../../../shared/domain/routes/choose-routes.ts';
import type { RouteCandidate } from '../../../../shared/domain/routes/match.ts';
import { exampleCandidate } from '../../../support/examples/example-candidate.ts';
import { exampleConfig } from '../../../support/examples/example-config.ts';
import { read, sectionOf } from '../../house/documents.ts';

const section = sectionOf(read('docs/configuration.md'), 'Which signals a route takes');
/** The examples of the page, by the sentence in front of each. */
const examples = new Map(
  [...section.matchAll(/^(.+):\n\n```json\n([\s\S]+?)```$/gm)].map(([, wish = '', routes = '']) => [
    wish,
    routes,
  ]),
);

type Signal = Partial<RouteCandidate>;

/** Which of the routes `0`, `1`… take a signal. */
function takers(routesText: string, signal: Signal): string {
  const { to, when } = exampleConfig().routes[0] as { to: object; when: string };
  const parsed = JSON.parse(routesText) as object[] | { routing: string; routes: object[] };
  const { routing, routes: shown } = Array.isArray(parsed) ? { routing: 'all', routes: parsed } : parsed;
  const routes = shown.map((route, index) => ({ id: `${index}`, when, to, ...route }));
  const config = checkConfig({ ...exampleConfig(), routes, routing });
  const whole = { ...exampleCandidate, bridgeName: 'Open Tenders', columns: {}, ...signal };
  return chooseRoutes(config, whole)
    .map(({ route }) => route.id)
    .join();
}

/** What each example takes, and what it leaves. */
const cases: Readonly<Record<string, readonly (readonly [Signal, string])[]>> = {
  'Hot tenders in California or Oregon that score 80 or more': [
    [{ columns: { State: 'ca', 'Match Score': '80' } }, '0'],
    [{ columns: { State: 'CA', 'Match Score': 80 }, hot: false }, ''],
    [{ columns: { State: 'CA', 'Match Score': 80 }, bridgeName: 'Board Meetings' }, ''],
    [{ columns: { State: 'WA', 'Match Score': 80 } }, ''],
    [{ columns: { State: 'OR', 'Match Score': 79 } }, ''],
    [{ columns: { State: 'OR' }, unsettled: ['Match Score'] }, '0'],
  ],
  'Everything except what is awarded already': [
    [{ columns: { Stage: 'awarded' } }, ''],
    [{ columns: { Stage: 'Open' } }, '0'],
    [{ hot: false, bridgeName: null }, '0'],
  ],
  'Tenders that are due in December, and those that name no date': [
    [{ columns: { 'Due Date': '2026-12-01' } }, '0'],
    [{ columns: { 'Due Date': '2027-01-01T07:00:00Z' } }, '0'],
    [{ columns: { 'Due Date': '2027-01-01' } }, ''],
    [{}, '0'],
  ],
  'Hot signals to one route, and what no route matches to another': [
    [{}, '0'],
    [{ hot: false }, '1'],
  ],
  'Each signal to one team only, hot ones before tenders before the rest': [
    [{}, '0'],
    [{ hot: false }, '1'],
    [{ hot: false, bridgeName: 'Board Meetings' }, '2'],
  ],
};

describe('the routes that the docs show', () => {
  it('are each tried here', () => {
    expect([...examples.keys()]).toEqual(Object.keys(cases));
  });

  it.each(Object.entries(cases))('%s', (wish, signals) => {
    const taken = signals.map(([signal]) => takers(examples.get(wish) ?? '', signal));
    expect(taken).toEqual(signals.map(([, expected]) => expected));
  });
});
