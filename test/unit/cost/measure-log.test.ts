import { describe, expect, it } from 'vitest';
import { assumptions } from '../../../cli/cost/assumptions.ts';
import { measureLog } from '../../../cli/cost/measure-log.ts';
import { createCloudObserver } from '../../../shared/runtime/logger.ts';

describe('the bytes of a log', () => {
  it('are those of the lines that are written, and what CloudWatch adds to each', () => {
    const bytes = measureLog(() => {
      process.stdout.write('twelve bytes');
      process.stderr.write('é');
    });

    expect(bytes).toBe(12 + 2 + 2 * assumptions.logEventBytes);
  });

  it('include lines that are logged, and none for debugging', () => {
    const { observe } = createCloudObserver({ serviceName: 'plan-polls', stage: 'prod' });

    const quiet = measureLog(() => observe({ kind: 'swept', digests: 0, summaries: 0 }));
    const told = measureLog(() => observe({ kind: 'polls-skipped', slot: 's', problem: 'paused' }));

    expect(quiet).toBe(0);
    expect(told).toBeGreaterThan(100);
  });

  it('gives the streams back, also after a failure', () => {
    const before = [process.stdout.write, process.stderr.write, process.env._X_AMZN_TRACE_ID];

    expect(() =>
      measureLog(() => {
        throw new Error('no more room');
      }),
    ).toThrow('no more room');

    expect([process.stdout.write, process.stderr.write, process.env._X_AMZN_TRACE_ID]).toEqual(before);
  });
});
