import { Hono } from 'hono';
import { ApiError } from '../http/api-error.ts';
import { readJsonObject } from '../http/read-json-object.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { SummaryStates } from '../summaries/summary-states.ts';
import { getBuyerSummary } from './get-buyer-summary.ts';
import { findBridge, listBridgeRows } from './list-bridge-rows.ts';
import { listBuyerSignals } from './list-buyer-signals.ts';

/** The four operations, under `/api/external`. */
export function apiRoutes(store: RowStore, summaries: SummaryStates, token: string, now: () => number): Hono {
  const app = new Hono();

  app.use(async (context, next) => {
    const given = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '');
    if (given?.[1] !== token) {
      context.header('WWW-Authenticate', 'Bearer');
      throw new ApiError(401, 'request.unauthenticated', 'send Authorization: Bearer <ACCESS_TOKEN>');
    }
    return next();
  });

  app.get('/bridge/:bridgeId/column/metadata', (context) =>
    context.json(findBridge(store.world, context.req.param('bridgeId')).metadata),
  );

  app.get('/feed/all/buyer-signals', (context) =>
    context.json(listBuyerSignals(store, new URL(context.req.url).searchParams, now())),
  );

  app.put('/bridge/:bridgeId/row', async (context) => {
    const body = await readJsonObject(context.req);
    const { searchParams } = new URL(context.req.url);
    return context.json(listBridgeRows(store, context.req.param('bridgeId'), searchParams, body));
  });

  app.get('/buyer/:buyerId/summary', (context) =>
    context.json(getBuyerSummary(store, summaries, context.req.param('buyerId'), now())),
  );

  return app;
}
