import { Hono, type HonoRequest } from 'hono';
import * as v from 'valibot';
import { rowStatuses } from '../data/make-row.ts';
import { describeWorld } from '../data/world.ts';
import { badRequest, notFound } from '../http/api-error.ts';
import { parseUuid } from '../http/query-parameters.ts';
import { readJsonObject } from '../http/read-json-object.ts';
import type { RowStore } from '../rows/row-store.ts';
import { type SummaryStates, summaryStates } from '../summaries/summary-states.ts';
import { addSignals, newSignalsSchema } from './add-signals.ts';
import { type Faults, faultSchema } from './faults.ts';

const summarySchema = v.strictObject({
  state: v.picklist(summaryStates),
  readyAfterMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

const statusSchema = v.strictObject({ status: v.picklist(rowStatuses) });

/** The calls under `/sandbox`, for tests and demos: not part of the API, and without authentication. */
export function controlRoutes(
  store: RowStore,
  summaries: SummaryStates,
  faults: Faults,
  now: () => number,
): Hono {
  const app = new Hono();

  app.get('/world', (context) => context.json(describeWorld(store.world)));

  app.post('/signals', async (context) => {
    const wanted = await readControlBody(newSignalsSchema, context.req);
    const signals = addSignals(store, wanted, now()).map(({ buyer, bridge: { bridgeId }, rowId, name }) => ({
      buyerId: buyer?.buyerId ?? '',
      bridgeId,
      rowId,
      name,
    }));
    return context.json({ signals }, 201);
  });

  app.post('/rows/:rowId/status', async (context) => {
    const { status } = await readControlBody(statusSchema, context.req);
    const rowId = parseUuid('rowId', context.req.param('rowId'));
    if (!store.setStatus(rowId, status, now()))
      throw notFound('resource.row.notFound', `there is no row ${rowId}`);
    return context.json({ rowId, status });
  });

  app.post('/summaries/:buyerId', async (context) => {
    const { state, readyAfterMs } = await readControlBody(summarySchema, context.req);
    const buyerId = parseUuid('buyerId', context.req.param('buyerId'));
    if (!store.world.buyersById.has(buyerId)) {
      throw notFound('resource.buyer.notFound', `there is no buyer ${buyerId}`);
    }
    if (state !== 'none' && store.ofBuyer(buyerId).length === 0) {
      throw badRequest(
        `state: the buyer has no row to summarize, so it can only be "none"; add a signal first`,
      );
    }
    summaries.set(buyerId, state, now(), readyAfterMs);
    return context.json({ buyerId, state });
  });

  app.post('/faults', async (context) => {
    const fault = await readControlBody(faultSchema, context.req);
    faults.add(fault);
    return context.json(fault, 201);
  });
  app.delete('/faults', (context) => {
    faults.clear();
    return context.body(null, 204);
  });

  return app;
}

/**
 * The body of a `/sandbox` call. Throws a 415 if it is not sent as JSON: browsers let any web page send text or a
 * form. Throws a 400 with a sentence for each wrong field.
 */
async function readControlBody<Schema extends v.GenericSchema>(
  schema: Schema,
  request: HonoRequest,
): Promise<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, await readJsonObject(request));
  if (result.success) return result.output;
  const sentences = result.issues.map((issue) => {
    const field = v.getDotPath(issue) ?? 'the body';
    return issue.expected === 'never'
      ? `${field}: is not a field of this call`
      : `${field}: ${issue.message}`;
  });
  throw badRequest(sentences.join('; '));
}
