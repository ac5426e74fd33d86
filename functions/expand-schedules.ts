import type { CronTime, Route } from '../shared/domain/routes/route.ts';
import { type PipelineFunction, type ScheduleWiring, schedules } from './wiring.ts';

/** A schedule as it is deployed: one of the wiring's, or one route's of it. */
export interface Schedule {
  /** In the wiring. */
  readonly name: string;
  readonly every: ScheduleWiring['every'];
  readonly target: PipelineFunction;
  /** `slot` is added when it fires. */
  readonly event: Readonly<Record<string, unknown>>;
  /** Absent for one that is no route's. */
  readonly routeId?: string;
  /** A duration as `"15 minutes"`, or the times of a route in its time zone. */
  readonly when: { readonly rate: string } | CronTime;
}

/** What a config says of when something fires. */
export interface ScheduledConfig {
  readonly watch: { readonly every: string };
  readonly routes: readonly Pick<Route, 'id' | 'when' | 'heartbeat'>[];
}

/** Every schedule that a config makes of the wiring: `infra` deploys them, and all that runs on one machine fires them. */
export function expandSchedules(
  config: ScheduledConfig,
  wired: Readonly<Record<string, ScheduleWiring>> = schedules,
): Schedule[] {
  return Object.entries(wired).flatMap(([name, { target, every, event }]) =>
    listTimes(every, config).map(({ when, routeId }) => {
      if (routeId === undefined) return { name, every, target, event, when };
      return { name, every, target, event: { ...event, routeId }, routeId, when };
    }),
  );
}

function listTimes(
  every: ScheduleWiring['every'],
  { watch, routes }: ScheduledConfig,
): Pick<Schedule, 'when' | 'routeId'>[] {
  switch (every) {
    case 'watch':
      return [{ when: { rate: watch.every } }];
    case 'minute':
      return [{ when: { rate: '1 minute' } }];
    case 'route':
      return routes.flatMap(({ id, when }) => (when === 'immediately' ? [] : [{ when, routeId: id }]));
    case 'heartbeat':
      return routes.flatMap(({ id, heartbeat }) =>
        heartbeat === undefined ? [] : [{ when: heartbeat, routeId: id }],
      );
  }
}
