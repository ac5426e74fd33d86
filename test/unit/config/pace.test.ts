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

  it.each([
    [
      { gather: '2 hours' },
      'routes[0].gather: found "2 hours"; write "0 seconds" to "1 hour", as "2 minutes"',
    ],
    [{ gather: 120 }, 'routes[0].gather: found 120; write "0 seconds" to "1 hour", as "2 minutes"'],
  ])('names what is wrong with %j', (fields, problem) => {
    expect(problemsOf(fields)).toEqual([problem]);
  });

  it('belongs to routes that send immediately', () => {
    expect(problemsOf({ when: schedule, gather: '2 minutes' })).toEqual([
      'routes[0].gather: found "2 minutes" beside a time; remove it, or write "when": "immediately"',
    ]);
  });
});
