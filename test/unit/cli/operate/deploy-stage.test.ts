import { describe, expect, it } from 'vitest';
import { checkConcurrency } from '../../../../cli/doctor/check-concurrency.ts';
import { checkVanished, describeDeployed } from '../../../../cli/operate/deploy-command.ts';
import { ConfigurationError } from '../../../../shared/domain/errors.ts';
import type { PendingOfRoute } from '../../../../shared/ledger/pending/pending.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { fakeAccount } from '../fake-account.ts';

const prod = { stage: 'prod', config: 'signalpost.config.ts' };
const old: PendingOfRoute = {
  routeId: 'old',
  waiting: { signals: 3, hot: 0, oldestAt: 0, awaiting: [] },
  signalsHeld: 2,
  digests: [],
  oldestAt: 0,
};

describe('a deploy', () => {
  it('changes nothing while something is pending for such a route, and names the route, the counts and the command', () => {
    const deploy = () => checkVanished(prod, [old], []);

    expect(deploy).toThrow(ConfigurationError);
    expect(deploy).toThrow('route old: no longer in the config');
    expect(deploy).toThrow('3 signals waiting, 2 signals held');
    expect(deploy).toThrow('npm run -s signalpost -- discard old --stage prod');
    expect(deploy).toThrow('--keep-pending');
  });

  it('goes on when nothing is, and says what it keeps with --keep-pending', () => {
    expect(checkVanished(prod, [], [])).toEqual([]);
    expect(checkVanished({ ...prod, keepPending: true }, [old], [])).toEqual([
      expect.stringContaining('Kept: route old: no longer in the config'),
    ]);
  });
});

it('a deploy tells when polling begins, and what shows the routes and the mail of alarms', () => {
  const alarms = { quietAfter: '2 days', email: 'ops@example.com' } as const;

  const lines = describeDeployed(prod, { ...exampleConfig, alarms }).join('\n');

  expect(lines).toContain('polls within 15 minutes');
  expect(lines).toContain('npm run -s signalpost -- status --stage prod');
  // Nothing has shown so far that its secrets are stored.
  expect(lines).toContain('npm run -s signalpost -- doctor --stage prod shows whether');
  expect(lines).toContain('Alarms reach ops@example.com once');
});

describe('a deploy of an address for events and clicks', () => {
  const inbound = { events: { signingSecret: { secret: 'EVENTS' } } };
  const check = (account: Parameters<typeof fakeAccount>[0], config: object = { inbound }) =>
    checkConcurrency('prod', { ...exampleConfig, ...config }, fakeAccount(account));
  const manifest = { functions: { 'receive-events': 'signalpost-prod-ReceiveEvents1' } };

  const bare = { manifest: { functions: {} } };

  it('tells where each kind of call goes, as far as the config takes it', () => {
    const url = 'https://abc.lambda-url.eu-west-1.on.aws/';
    const tell = (parts: typeof exampleConfig.inbound) =>
      describeDeployed(prod, { ...exampleConfig, inbound: parts }, url).slice(1);

    expect(tell(inbound)).toEqual([expect.stringContaining(`Send events to ${url}events: `)]);
    expect(tell({ ...inbound, slack: { signingSecret: { secret: 'SLACK' } } })).toEqual([
      expect.stringContaining(`${url}events: `),
      expect.stringContaining(`Slack sends clicks to ${url}slack: `),
    ]);
    expect(tell(undefined)).toEqual([]);
  });

  it('goes on where AWS leaves 100 to all others, and counts what the stage has reserved already', async () => {
    for (const account of [
      { unreservedConcurrency: 130 },
      { unreservedConcurrency: 100, manifest, reservedConcurrency: 30 },
    ])
      expect(await check(account)).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['of a new account', { unreservedConcurrency: 10 }, 'found 10 unreserved', 'by at least 120'],
    ['that is one short', { unreservedConcurrency: 129 }, 'found 129 unreserved', 'by at least 1 '],
    ['that the stage has no part of', { unreservedConcurrency: 100, ...bare }, 'found 100', 'at least 30'],
  ])('stops at a limit %s, and says by how much to raise it', async (_, account, found, fix) => {
    expect(await check(account)).toEqual({
      state: 'failed',
      found: expect.stringContaining(found),
      fix: expect.stringContaining(fix),
    });
  });

  it('never opens an address that an operator shut', async () => {
    expect(await check({ unreservedConcurrency: 1000, manifest, reservedConcurrency: 0 })).toEqual({
      state: 'failed',
      found: expect.stringContaining(
        'its address is shut: signalpost-prod-ReceiveEvents1 has a reserve of 0',
      ),
      fix: expect.stringContaining('--reserved-concurrent-executions 30, or leave inbound out'),
    });
  });

  it.each([
    [20, 'ok', 'found 20 unreserved concurrent executions', undefined],
    [10, 'warning', 'the stage uses up to 20 at once: the rest waits', 'by at least 10 in Service Quotas'],
    [null, 'warning', 'the limit of the account is unknown', 'allow lambda:GetAccountSettings'],
  ])('compares a limit of %s with what a stage without inbound uses', async (limit, state, found, fix) => {
    const finding = await check({ unreservedConcurrency: limit }, {});

    expect(finding).toMatchObject({ state, found: expect.stringContaining(found) });
    if (fix !== undefined) expect(finding.fix).toContain(fix);
  });
});
