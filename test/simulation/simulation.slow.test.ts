import { beforeAll, describe, expect, it } from 'vitest';
import { functions } from '../../functions/wiring.ts';
import { nameGrants } from '../support/ledger/watch-ledger.ts';
import { runOnWorkers } from './run-on-workers.ts';
import type { WorkerNews } from './worker.ts';

/** Grants that no simulated event needs, and what needs them: see test/unit/functions/grants too. */
const rare: Record<string, string> = {
  'receive-events get inbound':
    'calls enter behind it, in its queues: its own tests have signatures and repeated ids',
  'receive-events put inbound': 'likewise',
  'poll-signals query polls': 'the names of bridges, where `columns.in` has some: here it has none',
  'answer-clicks query polls': 'likewise',
  'fetch-summaries due': 'an invoke by hand with {}: it fetches what is wanted and due',
  'deliver-digest due': 'an invoke by hand with {}: it delivers what is due',
};

describe('the protocol under the simulation', () => {
  const news: WorkerNews[] = [];
  const done = () => news.flatMap((one) => (one.kind === 'done' ? [one] : []));
  // Half a minute on two cores of its own, and as much more as others leave it.
  beforeAll(() => runOnWorkers({ schedules: 2_000, seed: 10, workers: 2 }, (one) => news.push(one)), 600_000);

  it('keeps every invariant in 2,000 schedules', () => {
    expect(news.filter(({ kind }) => kind === 'violated')).toEqual([]);
    expect(done().reduce((sum, { schedules }) => sum + schedules, 0)).toBe(2_000);
  });

  it('does to the ledger what the wiring grants each function, and no less', () => {
    const used = new Set(done().flatMap(({ uses }) => uses));
    const granted = Object.entries(functions).flatMap(([name, wiring]) => nameGrants(name, wiring));

    // The mutes are among the items of routes.
    const isGranted = (use: string) =>
      granted.includes(use) || granted.includes(use.replace(/ mutes$/, ' routes'));
    expect([...used].filter((use) => !isGranted(use))).toEqual([]);
    expect(granted.filter((grant) => !used.has(grant) && !(grant in rare))).toEqual([]);
    expect(Object.keys(rare).filter((grant) => used.has(grant) || !granted.includes(grant))).toEqual([]);
  });
});
