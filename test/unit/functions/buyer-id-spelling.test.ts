import { describe, expect, it } from 'vitest';
import { createHandler as fetchSummaries } from '../../../functions/fetch-summaries/handler.ts';
import type { BridgeApi } from '../../../shared/bridge-api/index.ts';
import { buyerA } from '../../support/examples/example-signals.ts';
import { benchNow as now, openFunctions } from '../../support/functions/open-functions.ts';

const inCapitals = buyerA.toUpperCase();
const invocation = { getRemainingTimeInMillis: () => 300_000 };

function message(body: unknown) {
  return { Records: [{ messageId: 'm-1', body: JSON.stringify(body), eventSource: 'aws:sqs' }] };
}

describe('a known buyer by its id in capitals', () => {
  it.each([
    ['by hand', { buyerIds: [inCapitals] }],
    ['by a message', message({ buyerId: inCapitals })],
  ])('has its one summary fetched %s', async (_, event) => {
    const opened = openFunctions();
    const asked: string[] = [];
    await opened.ledger.summaries.request(buyerA, now, now + 1e6);
    const api = {
      getBuyerSummary: async (buyerId: string) => {
        asked.push(buyerId);
        return { buyerId, needsRegeneration: true, summary: null };
      },
    } as unknown as BridgeApi;

    await fetchSummaries({ ...opened.ports, api })(event, invocation);

    expect(asked).toEqual([buyerA]);
    expect([...opened.table.all()].filter(({ pk }) => pk.includes(inCapitals))).toEqual([]);
  });
});
