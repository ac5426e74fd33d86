import { describe, expect, it } from 'vitest';
import { runSchedule } from './run-schedule.ts';

const schedules = 50;

describe('the protocol under the simulation', () => {
  // Of simulation.slow.test.ts's 2,000 the first: forty worlds of their own, and forty single faults.
  it(`keeps every invariant in ${schedules} schedules`, async () => {
    for (let schedule = 0; schedule < schedules; schedule += 1) {
      const { violation } = await runSchedule(10, schedule);
      expect(violation, `npm run simulate -- --replay 10:${schedule}`).toBeNull();
    }
  }, 300_000);

  it('takes the same steps for the same seed and schedule, byte for byte, watched or not', async () => {
    for (const schedule of [42, 997]) {
      const first = await runSchedule(7, schedule, { traced: true });
      const second = await runSchedule(7, schedule, { traced: true });
      const unwatched = await runSchedule(7, schedule);
      expect(first.trace.length).toBeGreaterThan(100);
      expect(second.trace.join('\n')).toBe(first.trace.join('\n'));
      expect(unwatched.calls).toBe(first.calls);
    }
  });
});
