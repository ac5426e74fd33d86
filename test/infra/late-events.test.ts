import { afterAll, describe, expect, it } from 'vitest';
import { oldestSlotMs } from '../../shared/runtime/read-event.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

describe('an event of a schedule', () => {
  const synthesized = synthesize();
  afterAll(() => synthesized.remove());

  it('is given up before its slot is too old to freeze anything under', () => {
    const scheduled = resourcesOf(synthesized.pipeline, 'AWS::Scheduler::Schedule').map(
      ([, { Properties }]) => Properties.Target.RetryPolicy.MaximumEventAgeInSeconds,
    );
    const invoked = resourcesOf(synthesized.pipeline, 'AWS::Lambda::EventInvokeConfig').map(
      ([, { Properties }]) => Properties.MaximumEventAgeInSeconds,
    );

    expect(Math.max(...scheduled) + Math.max(...invoked)).toBeLessThan(oldestSlotMs / 1_000);
  });
});
