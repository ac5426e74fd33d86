import { afterEach, describe, expect, it } from 'vitest';
import { type SchedulesSettings, startSchedules } from '../../../machine/schedules.ts';
import type { Clock } from '../../../shared/domain/clock.ts';
import { createVirtualClock } from '../../support/time/virtual-clock.ts';

const minuteMs = 60_000;

describe('the schedules on one machine', () => {
  let running: ReturnType<typeof startSchedules> | undefined;
  afterEach(() => running?.stop(0));

  const open = (options: {
    readonly at?: string;
    readonly tempo?: NonNullable<SchedulesSettings['tempo']>;
    readonly invoke?: (name: string, clock: Clock) => Promise<unknown>;
  }) => {
    const clock = createVirtualClock(options.at ?? '2026-11-23T10:07:30Z');
    const fired: [number, string, Record<string, unknown>][] = [];
    const schedules = startSchedules({
      config: { watch: { every: '15 minutes' } },
      clock,
      ...(options.tempo && { tempo: options.tempo }),
      invoke: async (name, event) => {
        fired.push([clock.now(), name, event]);
        return options.invoke?.(name, clock);
      },
    });
    running = schedules;
    const slots = (name: string) => fired.filter(([, fn]) => fn === name).map(([, , event]) => event.slot);
    return { clock, fired, slots, schedules };
  };

  it('fire a rate at once, with the slot floored to its period, and then on each multiple', async () => {
    const { clock, fired, slots } = open({});
    await clock.advance(30 * minuteMs);

    expect(slots('plan-polls')).toEqual([
      '2026-11-23T10:00:00.000Z',
      '2026-11-23T10:15:00.000Z',
      '2026-11-23T10:30:00.000Z',
    ]);
    const times = fired.filter(([, name]) => name === 'plan-polls').map(([at]) => new Date(at).toISOString());
    expect(times).toEqual([
      '2026-11-23T10:07:30.000Z',
      '2026-11-23T10:15:00.000Z',
      '2026-11-23T10:30:00.000Z',
    ]);
  });

  it('never overlap themselves: of the slots that pass meanwhile, the last fires', async () => {
    const ends: (() => void)[] = [];
    const { clock, slots } = open({
      invoke: (name) =>
        name === 'plan-polls' ? new Promise<void>((resolve) => ends.push(resolve)) : Promise.resolve(),
    });
    await clock.advance(40 * minuteMs);
    expect(slots('plan-polls')).toHaveLength(1);

    ends[0]?.();
    await clock.advance(0);
    expect(slots('plan-polls')).toEqual(['2026-11-23T10:00:00.000Z', '2026-11-23T10:45:00.000Z']);
  });

  it('go on at once when the clock is set back by hours', async () => {
    const { clock, fired, slots } = open({ at: '2026-11-23T12:58:30Z' });
    await clock.advance(minuteMs);
    clock.jump(-10 * 60 * minuteMs);
    fired.splice(0);

    await clock.advance(2 * minuteMs);

    expect(slots('plan-polls')).toEqual(['2026-11-23T03:00:00.000Z']);
    expect(slots('compose-digests')).toEqual(['2026-11-23T03:00:00.000Z', '2026-11-23T03:01:00.000Z']);
  });

  it('fire the last slot of each schedule that a sleeping machine missed', async () => {
    const { clock, fired } = open({ at: '2026-11-23T12:52:30Z' });
    await clock.advance(10_000);
    fired.splice(0);
    clock.jump(30 * minuteMs);

    await clock.advance(30_000);

    expect(fired.map(([, name, { slot }]) => `${name} ${slot}`).sort()).toEqual([
      'compose-digests 2026-11-23T13:23:00.000Z',
      'plan-polls 2026-11-23T13:15:00.000Z',
    ]);
  });

  it('wait for what is under way when they stop, but not for ever', async () => {
    let ended = false;
    const { clock, schedules } = open({
      invoke: async (name, { sleep }) => {
        if (name !== 'plan-polls') return;
        await sleep(3000);
        ended = true;
      },
    });
    await clock.advance(0);
    const stopped = schedules.stop();
    await clock.advance(3000);
    await stopped;
    expect(ended).toBe(true);

    const hanging = open({ invoke: () => new Promise(() => undefined) });
    await hanging.clock.advance(0);
    const gaveUp = hanging.schedules.stop(5000);
    await hanging.clock.advance(5000);
    await expect(gaveUp).resolves.toBeUndefined();
  });
});
