import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { Tally } from '../../../shared/domain/tally.ts';
import { createTallyKeeper, tallied } from '../../../shared/runtime/tally-keeper.ts';

const signal = (over: Partial<Extract<Observation, { kind: 'signal-recorded' }>> = {}): Observation => ({
  kind: 'signal-recorded',
  buyerId: 'b',
  buyerName: null,
  signalId: 's',
  name: null,
  bridgeName: null,
  hot: false,
  baseline: false,
  routes: ['crm'],
  ...over,
});
const planned: Observation = { kind: 'polls-planned', slot: '', buyers: 0, messages: 0 };
const attempted = (outcome: 'delivered' | 'retry' | 'gone' | 'dead'): Observation => ({
  kind: 'digest-attempted',
  routeId: 'crm',
  digestId: 'msg_1',
  attempt: 1,
  outcome,
  status: 200,
  reason: '',
  ambiguous: false,
  nextAttemptAt: null,
});

function open({ addTally }: { addTally?: (tally: Tally) => Promise<void> } = {}) {
  const observed: Observation[] = [];
  const written: Tally[] = [];
  /** Sleeps end only when they are called off. */
  const never = (signal_?: AbortSignal) =>
    new Promise<void>((_, reject) => signal_?.addEventListener('abort', () => reject(signal_.reason)));
  const keeper = createTallyKeeper({
    clock: { now: () => 42, sleep: (ms, aborted) => (ms <= 0 ? Promise.resolve() : never(aborted)) },
    observe: (observation) => void observed.push(observation),
  });
  const ledger = { addTally: addTally ?? (async (tally: Tally) => void written.push(tally)) };
  return { keeper, ledger, observed, written };
}

describe('the keeper of tallies', () => {
  it('writes what an invocation observed at its end, at once, and nothing of it again', async () => {
    const { keeper, ledger, written } = open();
    const handle = tallied(
      async () => {
        for (const each of [planned, signal({ hot: true }), signal({ routes: ['crm', 'sales'] })])
          keeper.observe(each);
        return 'done';
      },
      keeper,
      ledger,
    );

    expect(await handle({}, {})).toBe('done');
    await keeper.write(ledger);

    expect(written).toEqual([
      {
        counts: { polls: 1, newSignals: 2, hotSignals: 1 },
        newByRoute: { crm: 2, sales: 1 },
        lastNewAt: 42,
      },
    ]);
  });

  it('tells the observer everything, in its order', async () => {
    const { keeper, observed } = open();
    const swept: Observation = { kind: 'swept', digests: 1, summaries: 0 };
    for (const each of [swept, planned]) keeper.observe(each);
    expect(observed).toEqual([swept, planned]);
  });

  it('writes nothing where there was nothing to count', async () => {
    const { keeper, ledger, written } = open();
    keeper.observe({ kind: 'swept', digests: 3, summaries: 0 });
    keeper.observe(attempted('retry'));
    keeper.observe(signal({ baseline: true, routes: [] }));
    await keeper.write(ledger);
    expect(written).toEqual([]);
  });

  it('counts failures by what failed', async () => {
    const { keeper, ledger, written } = open();
    const problem = 'it rains';
    const failures: Observation[] = [
      { kind: 'plan-failed', bridgeId: 'x', problem },
      { kind: 'poll-failed', buyerId: 'x', problem },
      { kind: 'poll-failed', buyerId: 'y', problem },
      { kind: 'summary-failed', buyerId: 'x', problem },
      { kind: 'message-failed', function: 'f', messageId: 'm', problem },
      { kind: 'function-failed', function: 'f', problem },
      attempted('dead'),
      attempted('delivered'),
      { kind: 'upstream-throttled', lane: 'lists' },
      { kind: 'upstream-paused', reason: 'failing', until: '' },
      { kind: 'polls-skipped', slot: '', problem },
    ];
    for (const each of failures) keeper.observe(each);
    await keeper.write(ledger);
    expect(written[0]?.counts).toEqual({
      bridgesFailed: 1,
      buyersFailed: 2,
      summariesFailed: 1,
      messagesFailed: 1,
      invocationsFailed: 1,
      digestsGivenUp: 1,
      digestsDelivered: 1,
      throttles: 1,
      pauses: 1,
      pollsSkipped: 1,
    });
  });

  it('fails no invocation when the counts could not be written, and says so', async () => {
    const { keeper, ledger, observed } = open({
      addTally: () => Promise.reject(new Error('the table is away')),
    });
    const handle = tallied(async () => keeper.observe(planned), keeper, ledger);
    await expect(handle({}, {})).resolves.toBeUndefined();
    expect(observed).toEqual([planned, { kind: 'tally-lost', problem: 'Error: the table is away' }]);
  });

  it('writes what a failed invocation counted, and lets its error through', async () => {
    const { keeper, ledger, written } = open();
    const handle = tallied(
      async () => {
        keeper.observe(planned);
        throw new Error('ours');
      },
      keeper,
      ledger,
    );
    await expect(handle({}, {})).rejects.toThrow('ours');
    expect(written).toHaveLength(1);
  });

  it('waits for a table that does not answer no longer than it may', async () => {
    const { keeper, ledger, observed } = open({ addTally: () => new Promise(() => undefined) });
    keeper.observe(planned);
    await keeper.write(ledger, -1);
    expect(observed).toEqual([planned, { kind: 'tally-lost', problem: 'storing the counts took too long' }]);
  });

  it('calls its timer off once the counts are written', async () => {
    const { keeper, ledger, observed, written } = open();
    keeper.observe(planned);
    await keeper.write(ledger, 5_000);
    expect(written).toHaveLength(1);
    expect(observed).toEqual([planned]);
  });
});
