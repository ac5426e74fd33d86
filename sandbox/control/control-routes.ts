import { Hono } from 'hono';
import * as v from 'valibot';
import { rowStatuses } from '../data/make-row.ts';
import { describeWorld } from '../data/world.ts';
import { notFound } from '../http/api-error.ts';
import { checkBody } from '../http/check-input.ts';
import { findKnown } from '../operations/bridge-rows.ts';
import type { RowStore } from '../rows/row-store.ts';
import { type SummaryStates, summaryStates } from '../summaries/summary-states.ts';
import { addSignals, newSignalsSchema } from './add-signals.ts';
import { type Faults, faultSchema } from './faults.ts';

const summarySchema = v.strictObject({
  state: v.picklist(summaryStates),
  readyAfterMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

const statusSchema = v.strictObject({ status: v.picklist(rowStatuses) });

/** Calls under `/sandbox` are for tests and demos: not part of the API, and without authentication. */
export function controlRoutes(
  store: RowStore,
  summaries: SummaryStates,
  faults: Faults,
  now: () => number,
): Hono {
  const app = new Hono();

  app.get('/world', (context) => context.json(describeWorld(store.world)));

  app.post('/signals', async (context) => {
    const wanted = await checkBody(newSignalsSchema, context.req);
    const signals = addSignals(store, wanted, now()).map(({ buyer, bridge: { bridgeId }, rowId, name }) => ({
      buyerId: buyer?.buyerId ?? '',
      bridgeId,
      rowId,
      name,
    }));
    return context.json({ signals }, 201);
  });

  app.post('/rows/:rowId/status', async (context) => {
    const { status } = await checkBody(statusSchema, context.req);
    const { rowId } = context.req.param();
    if (!store.setStatus(rowId, status, now()))
      throw notFound('resource.row.notFound', `there is no row ${rowId}`);
    return context.json({ rowId, status });
  });

  app.post('/summaries/:buyerId', async (context) => {
    const { state, readyAfterMs } = await checkBody(summarySchema, context.req);
    const { buyerId } = findKnown(store.world.buyersById, 'buyer', context.req.param('buyerId'));
    summaries.set(buyerId, state, now(), readyAfterMs);
    return context.json({ buyerId, state });
  });

  app.post('/faults', async (context) => {
    const fault = await checkBody(faultSchema, context.req);
    faults.add(fault);
    return context.json(fault, 201);
  });
  app.delete('/faults', (context) => {
    faults.clear();
    return context.body(null, 204);
  });

  return app;
}
