import { ConfigurationError } from '../../shared/domain/errors.ts';
import { readTime } from './read-time.ts';

/**
 * The time that `--since` names, milliseconds since the epoch: `2026-11-21T08:00:00Z`, or `2 hours` for two hours
 * before `now`. Throws `ConfigurationError` if the text is not a time, has no time zone or is in the future.
 */
export function readSince(text: string, now: number): number {
  const time = readTime(text, {
    name: '--since',
    example: '2026-11-21T08:00:00Z',
    orDuration: 'an age such as "2 hours"',
    timeOf: (duration) => now - duration,
  });
  if (time > now) {
    const later = `--since: ${JSON.stringify(text)} is in the future: it is ${new Date(now).toISOString()} now`;
    throw new ConfigurationError([`${later}; name a time that has passed`]);
  }
  return time;
}
