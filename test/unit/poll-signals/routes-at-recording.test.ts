import { expect, it } from 'vitest';
import type { RoutingMode } from '../../../shared/domain/routes/route.ts';
import { buyerA } from '../../support/examples/example-signals.ts';
import { type Listed, openHandler, routeOf } from './handler-bench.ts';

const west = routeOf('west', { columns: [{ name: 'State', oneOf: ['CA', 'OR'] }] });
const open = routeOf('open', { not: { columns: [{ name: 'Stage', equals: 'Awarded' }] } });
const rest = { ...routeOf('rest', {}), otherwise: true };

/** Which rows wait for which route, once they were polled. */
async function record(rows: Listed, routing?: RoutingMode) {
  const { poll, waiting } = openHandler(new Map([[buyerA, rows]]), {
    routes: [west, open, rest],
    ...(routing ? { routing } : {}),
  });
  await poll({ buyerIds: [buyerA] });
  return { west: waiting('west'), open: waiting('open'), rest: waiting('rest') };
}

const rows: Listed = {
  1: { State: 'CA', Stage: 'Open' },
  2: { State: 'NY', Stage: 'Open' },
  3: { State: 'OR', Stage: 'Awarded' },
  4: { State: 'NY', Stage: 'Awarded' },
  5: { State: { value: null, status: 'Queued' }, Stage: 'Awarded' },
};

it('sends a signal to every route that its columns match, and the rest to the route for it', async () => {
  expect(await record(rows)).toEqual({ west: [1, 3], open: [1, 2], rest: [4] });
});

it('sends a signal to the first route alone', async () => {
  expect(await record(rows, 'first')).toEqual({ west: [1, 3], open: [2], rest: [4] });
});
