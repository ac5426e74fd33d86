import { describe, expect, it } from 'vitest';
import { checkConcurrency } from '../../../cli/doctor/account/check-concurrency.ts';
import { exampleConfig } from '../../infra/example-config.ts';
import { fakeAccount, namedError } from './fake-account.ts';

const check = (options: Parameters<typeof fakeAccount>[0], config = exampleConfig) =>
  checkConcurrency(config, fakeAccount(options)).run();

describe('the check of how many functions may run at once', () => {
  it('passes with the limit of an established account', async () => {
    expect(await check({ concurrency: 1_000 })).toMatchObject({ state: 'ok' });
  });

  it('warns in a new account, and says how to ask for more', async () => {
    expect(await check({ concurrency: 10 })).toEqual({
      state: 'warning',
      // Eleven from queues, and three schedules: of polls, of the sweep and of the route with times of its own.
      found: expect.stringContaining('at most 10 functions at once, and the stage may need 14'),
      mend: expect.stringContaining('request-service-quota-increase --service-code lambda'),
    });
  });

  it('counts no route that sends immediately: the sweep composes them all', async () => {
    const [immediate = expect.fail('the example has no route'), ...others] = exampleConfig.routes;
    const more = Array.from({ length: 30 }, (_, index) => ({ ...immediate, id: `crm-${index}` }));
    const config = { ...exampleConfig, routes: [...more, ...others] };
    expect(await check({ concurrency: 14 }, config)).toMatchObject({ state: 'ok' });
  });

  it('warns, and no more, where the limit may not be read', async () => {
    const denied = namedError(
      'AccessDeniedException',
      'not authorized to perform: lambda:GetAccountSettings on *',
    );
    expect(await check({ failing: { concurrency: denied } })).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('lambda:GetAccountSettings'),
    });
  });
});
