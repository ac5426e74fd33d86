import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import { exampleConfig, withField } from './example-config.ts';

const schedule = { cron: '0 8 ? * MON-FRI *', timezone: 'UTC' };

function problemsOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const base = withField(exampleConfig(), 'routes.0.when', 'immediately');
  const input = Object.entries(fields).reduce(
    (all, [name, value]) => withField(all, `routes.0.${name}`, value),
    base,
  );
  try {
    checkConfig(input);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('the pace of a route', () => {
  it.each(['0 seconds', '45 seconds', '2 minutes', '1 hour'])('takes %j to gather', (gather) => {
    expect(problemsOf({ gather })).toEqual([]);
  });

  it.each(['1 a minute', '6 an hour', '100 a day'])('takes at most %j', (atMost) => {
    expect(problemsOf({ atMost })).toEqual([]);
  });

  it.each([
    [
      { gather: '2 hours' },
      'routes[0].gather: found "2 hours"; write "0 seconds" to "1 hour", as "2 minutes"',
    ],
    [{ gather: 120 }, 'routes[0].gather: found 120; write "0 seconds" to "1 hour", as "2 minutes"'],
    [
      { atMost: '6 per hour' },
      'routes[0].atMost: found "6 per hour"; write 1 to 100 "a minute", "an hour" or "a day", as "6 an hour"',
    ],
    [
      { atMost: '101 an hour' },
      'routes[0].atMost: found "101 an hour"; write 1 to 100 "a minute", "an hour" or "a day", as "6 an hour"',
    ],
  ])('names what is wrong with %j', (fields, problem) => {
    expect(problemsOf(fields)).toEqual([problem]);
  });

  it('belongs to routes that send immediately', () => {
    expect(problemsOf({ when: schedule, gather: '2 minutes', atMost: '6 an hour' })).toEqual([
      'routes[0].gather: found "2 minutes" beside a time; remove it, or write "when": "immediately"',
      'routes[0].atMost: found "6 an hour" beside a time; remove it, or write "when": "immediately"',
    ]);
  });
});
