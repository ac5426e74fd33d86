import { describe, expect, it } from 'vitest';
import { awsProblem } from '../../../cli/aws/aws-problem.ts';
import { checkGrants } from '../../../cli/doctor/account/check-grants.ts';
import type { FunctionProbe } from '../../../cli/stage/probe-stage.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import { namedError } from './fake-account.ts';

const check = (probeGrants: () => Promise<readonly FunctionProbe[] | null>) =>
  checkGrants('dev', { probeGrants, explain: awsProblem }).run();
const granted: FunctionProbe = { name: 'plan-polls', state: 'granted', grants: 4 };

describe('the check of grants', () => {
  it('is well when every function may do what it was granted, and before the first deploy', async () => {
    expect(await check(async () => [granted])).toMatchObject({ state: 'ok' });
    expect(await check(async () => null)).toMatchObject({ state: 'ok' });
  });

  it('names what AWS denies, and the command', async () => {
    const denied = ['put of signals, routes in one transaction', 'get of buyers'];
    const finding = await check(async () => [granted, { name: 'poll-signals', state: 'denied', denied }]);
    expect(finding).toMatchObject({
      state: 'failed',
      found: 'poll-signals: access denied: put of signals, routes in one transaction; get of buyers',
      mend: expect.stringMatching(/^npm run deploy -- --stage dev/),
    });
  });

  it('tells of a function that fails by itself', async () => {
    const finding = await check(async () => [{ name: 'plan-polls', state: 'failed', problem: 'no table' }]);
    expect(finding).toMatchObject({ state: 'failed', found: 'plan-polls failed: no table' });
  });

  it('warns where the deployed version can not try', async () => {
    expect(await check(async () => [granted, { name: 'deliver-digest', state: 'unknown' }])).toMatchObject({
      state: 'warning',
      mend: 'npm run deploy -- --stage dev',
    });
    const earlier = async () => Promise.reject(new ConfigurationError(['--stage: no output']));
    expect(await check(earlier)).toMatchObject({ state: 'warning' });
  });

  it('says so when the functions may not be invoked', async () => {
    const error = namedError(
      'AccessDeniedException',
      'is not authorized to perform: lambda:InvokeFunction on x',
    );
    expect(await check(async () => Promise.reject(error))).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('lambda:InvokeFunction'),
    });
  });
});
