import { describe, expect, it } from 'vitest';
import { runOnWorkers } from './run-on-workers.ts';
import { runSchedule } from './run-schedule.ts';
import type { WorkerNews } from './worker.ts';

describe('the protocol under the simulation', () => {
  it('keeps every invariant in 2,000 schedules', async () => {
    const news: WorkerNews[] = [];
    await runOnWorkers({ schedules: 2_000, seed: 1, workers: 2 }, (one) => news.push(one));
    expect(news.filter(({ kind }) => kind === 'violated')).toEqual([]);
    const done = news.flatMap((one) => (one.kind === 'done' ? [one.schedules] : []));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(2_000);
    // Ten seconds on two cores of its own, and as much more as others leave it.
  }, 300_000);

  it('takes the same steps for the same seed and schedule, byte for byte', async () => {
    for (const schedule of [0, 41, 998, 1_999]) {
      const first = await runSchedule(7, schedule, { traced: true });
      const second = await runSchedule(7, schedule, { traced: true });
      expect(first.trace.length).toBeGreaterThan(100);
      expect(second.trace.join('\n')).toBe(first.trace.join('\n'));
    }
  });

  it('takes the same steps whether or not somebody watches', async () => {
    const watched = await runSchedule(7, 999, { traced: true });
    const unwatched = await runSchedule(7, 999);
    expect(unwatched.calls).toBe(watched.calls);
  });
});
