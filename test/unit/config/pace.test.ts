import { describe, expect, it } from 'vitest';
import { exampleConfig, problemsOf, withField } from './example-config.ts';

const schedule = { cron: '0 8 ? * MON-FRI *', timezone: 'UTC' };

const [route] = exampleConfig().routes;
/** Of a route that sends immediately, unless told otherwise. */
const problemsWith = (fields: object) =>
  problemsOf(withField(exampleConfig(), 'routes.0', { ...route, when: 'immediately', ...fields }));

describe('the pace of a route', () => {
  it.each(['0 seconds', '45 seconds', '2 minutes', '1 hour'])('takes %j to gather', (gather) => {
    expect(problemsWith({ gather })).toEqual([]);
  });

  it.each([
    [
      { gather: '2 hours' },
      'routes[0].gather: found "2 hours"; write "0 seconds" to "1 hour", as "2 minutes"',
    ],
    [{ gather: 120 }, 'routes[0].gather: found 120; write "0 seconds" to "1 hour", as "2 minutes"'],
  ])('names what is wrong with %j', (fields, problem) => {
    expect(problemsWith(fields)).toEqual([problem]);
  });

  it('belongs to routes that send immediately', () => {
    expect(problemsWith({ when: schedule, gather: '2 minutes' })).toEqual([
      'routes[0].gather: found "2 minutes" beside a time; remove it, or write "when": "immediately"',
    ]);
  });
});
