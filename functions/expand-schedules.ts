import type { CronTime, Route } from '../shared/domain/routes/route.ts';
import { type PipelineFunction, type ScheduleWiring, schedules } from './wiring.ts';

/** A schedule as deployed: one of the wiring, or one of its schedules for a route. */
export interface Schedule {
  /** Its name in the wiring. */
  readonly name: string;
  readonly every: ScheduleWiring['every'];
  readonly target: PipelineFunction;
  /** `slot` is added when it fires. */
  readonly event: Readonly<Record<string, unknown>>;
  /** Absent if it belongs to no route. */
  readonly routeId?: string;
  /** A duration such as `"15 minutes"`, or a route's times in its time zone. */
  readonly when: { readonly rate: string } | CronTime;
}

/** The parts of a config that decide when schedules fire. */
export interface ScheduledConfig {
  readonly watch: { readonly every: string };
  readonly routes: readonly Pick<Route, 'id' | 'heartbeat'>[];
}

/** Every schedule that follows from the wiring and a config: `infra` deploys them, and one machine fires them. */
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
    case 'heartbeat':
      return routes.flatMap(({ id, heartbeat }) =>
        heartbeat === undefined ? [] : [{ when: heartbeat, routeId: id }],
      );
  }
}
