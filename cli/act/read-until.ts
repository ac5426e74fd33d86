import { isoTime } from '../../shared/domain/clock.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { readTime } from './read-time.ts';

/** Longer than that, a mute is a decision for the config: `watch.except` or a route's match. */
const longestMs = 366 * 86_400_000;

/**
 * The end that `--until` names, milliseconds since the epoch: `2026-12-03T08:00:00Z`, or `3 days` for three days from
 * `now`. Throws `ConfigurationError` if the text is not a time, has no time zone, has passed or is more than a year
 * ahead.
 */
export function readUntil(text: string, now: number): number {
  const time = readTime(text, {
    name: '--until',
    example: '2026-12-03T08:00:00Z',
    orDuration: 'a duration such as "3 days"',
    timeOf: (duration) => now + duration,
  });
  const found = `--until: found ${JSON.stringify(text)}`;
  if (time <= now) {
    throw new ConfigurationError([`${found}, which has passed: it is ${isoTime(now)}; name a time to come`]);
  }
  if (time > now + longestMs) {
    throw new ConfigurationError([
      `${found}, which is more than a year ahead; name an earlier time. What is never wanted belongs into the config: a route's match, or watch.except`,
    ]);
  }
  return time;
}
