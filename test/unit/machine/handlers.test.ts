import type { SQSBatchResponse } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { createHandler as composeDigests } from '../../../functions/compose-digests/handler.ts';
import { createHandler as deliverDigest } from '../../../functions/deliver-digest/handler.ts';
import { createHandler as fetchSummaries } from '../../../functions/fetch-summaries/handler.ts';
import { createHandler as planPolls } from '../../../functions/plan-polls/handler.ts';
import { createHandler as pollSignals } from '../../../functions/poll-signals/handler.ts';
import type { BridgeApi } from '../../../shared/bridge-api/index.ts';
import { timesAfterRefusal } from '../../../shared/domain/polling/due.ts';
import { buyerA, buyerB, exampleNewSignal } from '../../support/examples/example-signals.ts';
import { immediateRoute, morningRoute } from '../../support/functions/example-routes.ts';
import {
  type FunctionsBench,
  benchNow as now,
  openFunctions,
} from '../../support/functions/open-functions.ts';

const slot = '2026-11-21T08:00:00.000Z';
const sales = { ...morningRoute, id: 'sales' };

/** No buyer has a signal, or a summary yet. */
const api = {
  async *buyerSignalPages() {
    yield { pageNumber: 1, pageSize: 20, totalItems: 0, totalPages: 0, result: [], unreadable: [] };
  },
  getBuyerSummary: async (buyerId: string) => ({ buyerId, needsRegeneration: true, summary: null }),
} as unknown as BridgeApi;

function open(remainingMs = 300_000) {
  const bench = openFunctions({ config: { routes: [immediateRoute, sales] }, api });
  const invocation = { getRemainingTimeInMillis: () => remainingMs };
  const bind = <Answer>(handler: (event: unknown, by: typeof invocation) => Promise<Answer>) => {
    return async (event: unknown): Promise<Answer> => handler(event, invocation);
  };
  return {
    ...bench,
    plan: bind(planPolls(bench.ports)),
    poll: bind(pollSignals(bench.ports)),
    fetch: bind(fetchSummaries(bench.ports)),
    compose: bind(composeDigests(bench.ports)),
    deliver: bind(deliverDigest(bench.ports)),
  };
}

/** As Lambda hands over messages of a queue; a string is a body as it is. */
function batch(...bodies: readonly unknown[]) {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `m${index}`,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      eventSource: 'aws:sqs',
    })),
  };
}

function failedIds(answer: unknown): string[] {
  return (answer as SQSBatchResponse).batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

async function recordFor({ ledger }: FunctionsBench, number: number, routeId: string): Promise<void> {
  await ledger.signals.record(exampleNewSignal(number, { firstSeenAt: now, routeIds: [routeId] }));
}

/** With a digest of `crm` that is created and queued. */
async function openQueued(remainingMs?: number) {
  const opened = open(remainingMs);
  await recordFor(opened, 1, 'crm');
  await opened.compose({ routeId: 'crm', slot });
  return opened;
}

describe('a batch of messages', () => {
  it.each([
    ['comes again when too little time is left, and nothing is claimed', 59_999, ['m0']],
    ['is begun with just the time that two tries and the writing down take', 60_000, []],
  ])('of deliveries %s', async (_, remainingMs, failed) => {
    const opened = await openQueued(remainingMs);
    const answer = await opened.deliver(batch(...opened.queued.delivery));
    expect(failedIds(answer)).toEqual(failed);
    const waiting = failed.map(() => ({ state: 'FROZEN', attempts: 0 }));
    expect(await opened.ledger.digests.listUndelivered('crm')).toMatchObject(waiting);
  });

  it('of summaries asks for each that is wanted, and is done with those that are not', async () => {
    const { fetch, ledger, observed } = open();
    await ledger.summaries.request(buyerA, now, now + 1e6);
    const answer = await fetch(batch({ buyerId: buyerA }, { buyerId: buyerB }, { buyerId: 7 }));
    expect(failedIds(answer)).toEqual(['m2']);
    expect(observed).toContainEqual({ kind: 'summary-fetched', buyerId: buyerA, result: 'pending' });
  });
});

describe('an invoke by hand', () => {
  it.each([
    ['poll', { buyerIds: ['7'] }, 'buyerIds.0'],
    ['poll', {}, 'buyerIds'],
    ['poll', { buyerIds: [buyerA], dryRun: 'yes' }, 'dryRun'],
    ['plan', { slot: 7 }, 'slot'],
    ['fetch', { buyerIds: buyerA }, 'buyerIds'],
    ['compose', { routeId: 3 }, 'routeId'],
    ['compose', { routeId: 'nobody' }, 'routeId'],
    ['deliver', { routeId: 'crm', slot: '2026-11-21T08:00:00Z', part: 1.5 }, 'part'],
    ['deliver', { routeId: 'crm', slot: '2026-11-21T08:00:00Z', part: 0 }, 'part'],
    ['deliver', { slot: '2026-11-21T08:00:00Z', part: 1 }, 'routeId'],
  ] as const)('of %s with %j is refused, and the error names %s', async (name, event, field) => {
    const invoke: (event: unknown) => Promise<unknown> = open()[name];
    const invoked = invoke(event);
    await expect(invoked).rejects.toMatchObject({ code: 'ARGUMENT', field });
    await expect(invoked).rejects.toThrow(field);
  });

  it('asks for a buyer that rests after a refusal, which a message does if it says so', async () => {
    const { poll, ledger, observed } = open();
    const before = await ledger.buyers.read(buyerA);
    const refused = timesAfterRefusal({ ...before, refusals: 0 }, now);
    await ledger.buyers.postpone(before, refused, { denial: { deniedAt: now } });
    const polls = () => observed.filter(({ kind }) => kind === 'buyer-polled').length;
    await poll(batch({ buyerIds: [buyerA] }));
    expect(polls()).toBe(0);
    await poll({ buyerIds: [buyerA], dryRun: true });
    expect(polls()).toBe(1);
    await poll(batch({ buyerIds: [buyerA], evenResting: true }));
    expect(polls()).toBe(2);
  });

  it('composes the route that it names alone', async () => {
    expect(await open().compose({ routeId: 'sales' })).toMatchObject({ routes: [{ routeId: 'sales' }] });
  });

  it('names what a dry run would fetch or deliver, and does neither', async () => {
    const opened = await openQueued();
    await opened.ledger.summaries.request(buyerA, now, now + 1e6);
    expect(await opened.fetch({ dryRun: true })).toEqual({ wouldFetch: [buyerA] });
    expect(await opened.deliver({ dryRun: true })).toEqual({
      wouldDeliver: [{ routeId: 'crm', slot, part: 1 }],
    });
    expect(await opened.deliver({ dryRun: true, routeId: 'sales' })).toEqual({ wouldDeliver: [] });
    expect(opened.sent).toEqual([]);
    expect(await opened.deliver({})).toMatchObject({ digests: [{ result: 'delivered' }] });
  });

  it('composes although the sweep fails, and then fails', async () => {
    const opened = open();
    await recordFor(opened, 1, 'crm');
    Object.assign(opened.ledger.due, { list: () => Promise.reject(new Error('the index is ill')) });

    const event = { sweep: true, compose: true, slot };
    await expect(opened.compose(event)).rejects.toThrow('the index is ill');

    expect(opened.queued.delivery).toMatchObject([{ routeId: 'crm', part: 1 }]);
  });
});
