import { describe, expect, it } from 'vitest';
import { expandSchedules } from '../../../functions/expand-schedules.ts';

describe('the schedules of a config', () => {
  const watch = { every: '15 minutes' };
  const weekly = { cron: '30 7 ? * MON *', timezone: 'Europe/London' };
  const routes = [{ id: 'crm', heartbeat: weekly }, { id: 'sales' }] as const;

  it('are one for the polls, one for the sweep, and one for the heartbeats of each route', () => {
    const times = expandSchedules({ watch, routes }).map(({ name, routeId, when }) => [name, routeId, when]);

    expect(times).toEqual([
      ['poll', undefined, { rate: '15 minutes' }],
      ['sweep', undefined, { rate: '1 minute' }],
      ['heartbeat', 'crm', weekly],
    ]);
  });

  it("name the route in the events that are a route's", () => {
    const events = expandSchedules({ watch, routes }).map(({ event }) => event);

    expect(events).toEqual([
      { due: true },
      { sweep: true, compose: true },
      { heartbeat: true, routeId: 'crm' },
    ]);
  });

  it('are all that the wiring has, one that comes to it later as well', () => {
    const fifth = { target: 'plan-polls', every: 'minute', event: { fifth: true } } as const;

    const listed = expandSchedules({ watch, routes }, { fifth, sixth: { ...fifth, every: 'heartbeat' } });

    expect(listed.map(({ name, target, event }) => [name, target, event])).toEqual([
      ['fifth', 'plan-polls', { fifth: true }],
      ['sixth', 'plan-polls', { fifth: true, routeId: 'crm' }],
    ]);
  });
});
