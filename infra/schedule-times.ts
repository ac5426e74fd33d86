import { Duration, TimeZone } from 'aws-cdk-lib';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { parseDuration } from '../shared/domain/duration.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import type { CronTime } from '../shared/domain/routes/route.ts';

const minuteMs = 60_000;

export const eachMinute = ScheduleExpression.rate(Duration.minutes(1));

/** How often to poll, from `watch.every`. Throws `ConfigurationError` for what EventBridge Scheduler can't count. */
export function pollingTime(every: string): ScheduleExpression {
  const minutes = parseDuration(every) / minuteMs;
  if (!Number.isInteger(minutes) || minutes < 1) {
    throw new ConfigurationError([
      `watch.every: found ${JSON.stringify(every)}; a deployed schedule counts whole minutes: write "1 minute" or more`,
    ]);
  }
  return ScheduleExpression.rate(Duration.minutes(minutes));
}

/** When a route's digest or heartbeat is composed: at its own time in its own time zone. */
export function routeTime(when: CronTime): ScheduleExpression {
  return ScheduleExpression.expression(`cron(${when.cron})`, TimeZone.of(when.timezone));
}
