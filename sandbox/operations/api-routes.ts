import { Hono } from 'hono';
import type { BuyerSummaryResponse } from '../../shared/bridge-api/index.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { checkBody, checkQuery } from '../http/check-input.ts';
import { pageOf, paging } from '../http/paging.ts';
import { highestFirst, type RowStore } from '../rows/row-store.ts';
import { selectionSchema, selectRows } from '../rows/select-rows.ts';
import { composeSummary } from '../summaries/compose-summary.ts';
import type { SummaryStates } from '../summaries/summary-states.ts';
import { findKnown, presentRow } from './bridge-rows.ts';
import { listBuyerSignals, signalsQuerySchema } from './list-buyer-signals.ts';

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
    context.json(findKnown(store.world.bridgesById, 'bridge', context.req.param('bridgeId')).metadata),
  );

  app.get('/feed/all/buyer-signals', (context) =>
    context.json(listBuyerSignals(store, checkQuery(signalsQuerySchema, context.req), now())),
  );

  app.put('/bridge/:bridgeId/row', async (context) => {
    const selection = await checkBody(selectionSchema, context.req);
    const query = checkQuery(paging, context.req);
    const bridge = findKnown(store.world.bridgesById, 'bridge', context.req.param('bridgeId'));
    const rows = selectRows(bridge, store.of(bridge), selection);
    return context.json(pageOf(query, rows, presentRow));
  });

  app.get('/buyer/:buyerId/summary', (context) => {
    const buyer = findKnown(store.world.buyersById, 'buyer', context.req.param('buyerId'));
    const { buyerId } = buyer;
    const { state, generatedAt } = summaries.ask(buyerId, now());
    if (state === 'none') {
      throw notFound('resource.buyer.summary.empty', `no bridge tracks the buyer ${buyerId}`);
    }
    const asked = { buyerId, needsRegeneration: state !== 'ready' };
    const none = { summary: null, score: null, scoreReasoning: null, generatedAt: null };
    if (generatedAt === null) return context.json({ ...asked, ...none } satisfies BuyerSummaryResponse);
    const latest = store.of(buyerId).toSorted(highestFirst('signalDate')).slice(0, 6);
    const composed = composeSummary(store.world.plan.seed, buyer, latest);
    const written = { ...asked, ...composed, generatedAt: new Date(generatedAt).toISOString() };
    return context.json(written satisfies BuyerSummaryResponse);
  });

  return app;
}
