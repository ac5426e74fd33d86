import { describe, expect, it } from 'vitest';
import type { SignalpostConfig } from '../../../../shared/config/signalpost-config.ts';
import { bridgeId, buyerA, buyerB } from '../../../support/examples/example-signals.ts';
import { benchConfig } from '../../../support/functions/open-functions.ts';
import { listed, liveBuyer, openPolling, pagesOf } from '../../../support/functions/open-polling.ts';
import { openHandler, routeOf } from '../handler-bench.ts';

const routes = [routeOf('all', {})];
const hot = { topByHotness: 1, columns: [] };
const other = 'ffffffff-0000-4000-8000-000000000009';

/** Polls three signals of two bridges, and gives what was recorded, sent and learned. */
async function pollWith(over: Partial<SignalpostConfig['watch']>) {
  const items = [listed(1), listed(2, { bridgeId: bridgeId.toUpperCase() }), listed(3, { bridgeId: other })];
  const { poll, setBuyer, routed, ledger } = openPolling(() => pagesOf(items), {
    watch: { ...benchConfig.watch, ...over },
  });
  await setBuyer(liveBuyer);
  const { recorded, baseline } = await poll();
  const { marks } = await ledger.polls.readPlan();
  return { recorded, baseline, routed: routed(), learned: [...marks.keys()] };
}

describe('a bridge that the config leaves out', () => {
  it('causes no request for summaries or ranks', async () => {
    const lists = new Map([[buyerA, { 1: {} }]]);
    const opened = openHandler(lists, { hot, routes }, { except: { buyers: [], bridges: [bridgeId] } });

    await opened.poll({ buyerIds: [buyerA] });

    expect(opened.asked).toEqual([buyerA]);
    expect(opened.queued.summary).toEqual([]);
    expect(opened.waiting('all')).toEqual([]);
  });
});

describe('a config that sends signals of the watched bridges alone', () => {
  it('has all others recorded as seen and sent to nobody', async () => {
    expect(await pollWith({ bridges: [bridgeId], only: 'these bridges' })).toEqual({
      recorded: 3,
      baseline: 1,
      routed: [1, 2],
      learned: [bridgeId],
    });
  });
});

describe('a buyer that the config leaves out', () => {
  it('is not polled by a message from before', async () => {
    const lists = new Map([
      [buyerA, { 1: {} }],
      [buyerB, { 2: {} }],
    ]);
    const opened = openHandler(lists, { hot, routes }, { except: { buyers: [buyerA], bridges: [] } });

    const answer = await opened.poll({ buyerIds: [buyerA.toUpperCase(), buyerB] });

    expect(answer).toMatchObject({ polled: 1, recorded: 1 });
    expect(new Set(opened.asked)).toEqual(new Set([buyerB]));
  });
});
