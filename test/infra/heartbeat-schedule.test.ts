import { afterAll, describe, expect, it } from 'vitest';
import { exampleConfig } from './example-config.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

describe('the schedule of a heartbeat', () => {
  const heartbeat = { cron: '30 7 ? * MON *', timezone: 'Europe/London' };
  const routes = exampleConfig.routes.map((route) =>
    route.id === 'sales' ? { ...route, heartbeat } : route,
  );
  const synthesized = synthesize({ config: { ...exampleConfig, routes } });
  afterAll(() => synthesized.remove());
  const events = resourcesOf(synthesized.pipeline, 'AWS::Scheduler::Schedule').map(([, { Properties }]) => ({
    expression: Properties.ScheduleExpression,
    timezone: Properties.ScheduleExpressionTimezone,
    event: JSON.parse(Properties.Target.Input),
  }));

  it("is the route's own, and no other route has one", () => {
    const slot = '<aws.scheduler.scheduled-time>';
    expect(events.filter(({ event }) => event.routeId === 'sales')).toEqual([
      {
        expression: 'cron(30 7 ? * MON *)',
        timezone: 'Europe/London',
        event: { heartbeat: true, routeId: 'sales', slot },
      },
    ]);
    expect(events.filter(({ event }) => event.heartbeat === true)).toHaveLength(1);
  });
});
