import { describe, expect, it } from 'vitest';
import { expandSchedules } from '../../../functions/expand-schedules.ts';

describe('the schedules of a config', () => {
  const watch = { every: '15 minutes' };
  const daily = { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' };
  const weekly = { cron: '30 7 ? * MON *', timezone: 'Europe/London' };
  const routes = [
    { id: 'crm', when: 'immediately', heartbeat: weekly },
    { id: 'sales', when: daily },
  ] as const;

  it('are one for the polls, one for the sweep, and one for each time that a route has', () => {
    const times = expandSchedules({ watch, routes }).map(({ name, routeId, when }) => [name, routeId, when]);

    expect(times).toEqual([
      ['poll', undefined, { rate: '15 minutes' }],
      ['sweep', undefined, { rate: '1 minute' }],
      ['route', 'sales', daily],
      ['heartbeat', 'crm', weekly],
    ]);
  });

  it("name the route in the events that are a route's", () => {
    const events = expandSchedules({ watch, routes }).map(({ event }) => event);

    expect(events).toEqual([
      { due: true },
      { sweep: true, immediate: true },
      { routeId: 'sales' },
      { heartbeat: true, routeId: 'crm' },
    ]);
  });

  it('are all that the wiring has, one that comes to it later as well', () => {
    const fifth = { target: 'plan-polls', every: 'minute', event: { fifth: true } } as const;

    const listed = expandSchedules({ watch, routes }, { fifth, sixth: { ...fifth, every: 'route' } });

    expect(listed.map(({ name, target, event }) => [name, target, event])).toEqual([
      ['fifth', 'plan-polls', { fifth: true }],
      ['sixth', 'plan-polls', { fifth: true, routeId: 'sales' }],
    ]);
  });
});
