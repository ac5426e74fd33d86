import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import { read, sectionOf } from '../house/documents.ts';
import { exampleConfig } from './example-config.ts';

const when = { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' };

/** Of a config whose only route is the example's first one with these fields. */
function check(over: object) {
  return checkConfig({ ...exampleConfig(), routes: [{ ...exampleConfig().routes[0], ...over }] }).routes[0];
}

function problemsOf(over: object): readonly string[] {
  try {
    check(over);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe('the receipt of a route', () => {
  it.each([true, false])('may be %s beside a time', (receipt) => {
    expect(check({ when, receipt })).toMatchObject({ when, receipt });
  });

  it('may be false beside "immediately", which has no time that could have nothing', () => {
    expect(problemsOf({ when: 'immediately', receipt: false })).toEqual([]);
  });

  it.each([{}, { gather: '2 minutes' }])('is refused beside "immediately": %j', (pace) => {
    expect(problemsOf({ when: 'immediately', receipt: true, ...pace })).toEqual([
      'routes[0].receipt: found true beside "when": "immediately"; remove it, or write a time such as {"cron": "0 8 ? * MON-FRI *", "timezone": "America/New_York"}',
    ]);
  });

  it('is nothing else', () => {
    expect(problemsOf({ when, receipt: 'always' })).toEqual([
      'routes[0].receipt: found "always"; write true or false',
    ]);
  });
});

describe('the route that the docs show for slots with nothing', () => {
  const section = sectionOf(read('docs/configuration.md'), 'When nothing is new');
  const [, wish, example = ''] = /^(.+):\n\n```json\n([\s\S]+?)```$/m.exec(section) ?? [];

  it('fulfils the wish in front of it', () => {
    expect(wish).toBe('A message at each time, also when nothing came');
    expect(check(JSON.parse(example))).toMatchObject({ when, receipt: true });
  });
});
