import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookRoute } from '../../support/commands/run-bench.ts';
import { type LimitsBench, startLimitsBench } from '../limits/limits-bench.ts';
import { bridgeId, item, listOf, uuidOf } from '../limits/listing-upstream.ts';

const buyer = 'b0000000-0000-4000-8000-00000000000b';
const queued = { value: null, status: 'Queued', processedAt: null };
const processed = (value: string) => ({ value, status: 'Processed', processedAt: '2026-11-22T08:00:00Z' });
const inState = (state: string) => ({ columns: [{ name: 'State', equals: state }] });

let bench: LimitsBench;
beforeAll(async () => {
  bench = await startLimitsBench();
});
afterAll(() => bench.close());

function list(states: Readonly<Record<number, unknown>>): void {
  const rows = Object.entries(states).map(([number, State]) => item(Number(number), { columns: { State } }));
  bench.upstream.lists.set(buyer, listOf(rows));
}

describe('a signal whose match depends on a value that is being computed', () => {
  const changes = () => ({
    watch: { buyers: [buyer], firstRun: 'send-all' },
    routing: 'first',
    routes: [
      webhookRoute(bench.inbox, 'west', inState('CA')),
      webhookRoute(bench.inbox, 'east', inState('NY')),
      { ...webhookRoute(bench.inbox, 'rest'), otherwise: true },
    ],
  });
  const shown = (routeId: string): string[] => bench.inbox.signals(routeId).map((id) => id.slice(-1));

  it('is sent by nobody until the value is known, and then by one route, with the value', async () => {
    const state = bench.newState();
    list({ 1: queued, 2: queued, 3: queued, 4: 'NY' });

    const first = await bench.run(state, changes());

    expect(first.failures).toEqual([]);
    expect(first.counts).toMatchObject({ signalsRecorded: 4, digestsDelivered: 1, signalsWaiting: 3 });
    expect([shown('west'), shown('east'), shown('rest')]).toEqual([[], ['4'], []]);

    list({ 1: processed('CA'), 2: processed('NY'), 3: processed('TX'), 4: 'NY' });
    const second = await bench.run(state, changes());

    expect(second.failures).toEqual([]);
    expect(second.counts).toMatchObject({ signalsRecorded: 0, digestsDelivered: 3, signalsWaiting: 0 });
    expect([shown('west'), shown('east'), shown('rest')]).toEqual([['1'], ['4', '2'], ['3']]);
    expect(bench.inbox.digests.flatMap(({ data }) => data.buyers)).toContainEqual(
      expect.objectContaining({
        signals: [expect.objectContaining({ rowId: uuidOf(1), columns: { State: 'CA' } })],
      }),
    );
    expect(second.observations).toContainEqual({
      kind: 'signal-settled',
      slot: expect.any(String),
      buyerId: buyer,
      signalId: `${bridgeId}#${uuidOf(3)}`,
      withdrawn: ['west'],
      kept: [],
      added: ['rest'],
      open: [],
    });
  });

  it('is sent as if it matched where signals do not wait', async () => {
    list({ 5: queued });
    const outcome = await bench.run(bench.newState(), {
      ...changes(),
      summaries: { waitAtMost: '0 minutes' },
    });
    expect(outcome.counts).toMatchObject({ digestsDelivered: 1, signalsWaiting: 0 });
    expect(shown('west')).toContain('5');
  });
});
