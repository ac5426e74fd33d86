import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { exampleConfig, leastConfig, problemsOf, withField } from './example-config.ts';

describe("a route's heartbeat in the config", () => {
  it('is a time, or left out', () => {
    expect(checkConfig(exampleConfig()).routes[1]?.heartbeat).toEqual({
      cron: '0 8 ? * MON *',
      timezone: 'America/New_York',
    });
    expect(checkConfig(leastConfig()).routes[0]).not.toHaveProperty('heartbeat');
  });

  it.each([
    ['weekly', 'routes[1].heartbeat: found a string; write {"cron": "0 8 ? * MON *", '],
    ['immediately', 'routes[1].heartbeat: found a string; write {"cron": "0 8 ? * MON *", '],
    [{ cron: '0 8 ? * MON *' }, 'routes[1].heartbeat.timezone: is missing; write an IANA name'],
    [{ cron: '0 8 * * MON *', timezone: 'UTC' }, 'routes[1].heartbeat.cron: found "0 8 * * MON *"; '],
    [
      { cron: '0 8 ? * MON *', timezone: 'America/NewYork' },
      'routes[1].heartbeat.timezone: found "America/NewYork"; did you mean "America/New_York"?',
    ],
  ])('is refused as %j, with the field and the fix', (heartbeat, told) => {
    const problems = problemsOf(withField(exampleConfig(), 'routes.1.heartbeat', heartbeat));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(told);
  });
});
