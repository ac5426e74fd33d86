import { Duration, TimeZone } from 'aws-cdk-lib';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import type { Schedule } from '../functions/expand-schedules.ts';
import { parseDuration } from '../shared/domain/duration.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';

const minuteMs = 60_000;

/** When a schedule fires. Throws `ConfigurationError` for a rate that EventBridge Scheduler can't express. */
export function scheduleTime(when: Schedule['when']): ScheduleExpression {
  if ('cron' in when) return ScheduleExpression.expression(`cron(${when.cron})`, TimeZone.of(when.timezone));
  const minutes = parseDuration(when.rate) / minuteMs;
  if (Number.isInteger(minutes) && minutes >= 1) return ScheduleExpression.rate(Duration.minutes(minutes));
  // Names `watch.every`: the only other rate, the sweep's, is not in the config.
  throw new ConfigurationError([
    `watch.every: found ${JSON.stringify(when.rate)}; a deployed schedule needs whole minutes: write "1 minute" or more`,
  ]);
}
