import { describe, expect, it } from 'vitest';
import { runChecks } from '../../../../cli/doctor/check.ts';
import { checkCredentials, checkStacks } from '../../../../cli/doctor/check-account.ts';
import { checkLedger } from '../../../../cli/doctor/check-ledger.ts';
import { findTable } from '../../../../cli/operate/deploy-command.ts';
import { fingerprintConfig } from '../../../../shared/config/check-stage.ts';
import type { StageManifest } from '../../../../shared/runtime/stage-names.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { openLedger } from '../../../support/ledger/open-ledger.ts';
import { fakeAccount, namedError } from '../fake-account.ts';

describe('the check of the account', () => {
  it.each([
    [namedError('Error', 'Region is missing'), 'missing', 'no usable region was found', 'set AWS_REGION'],
    [namedError('AccessDenied'), 'failed', 'access denied', 'ask for that permission'],
  ])('takes %s for %s credentials, and says the fix', async (error, state, found, fix) => {
    const account = fakeAccount({ nobody: error });
    const check = { name: 'credentials', needs: [], run: () => checkCredentials(account) };

    expect((await runChecks([check], () => undefined))[0]).toMatchObject({
      state,
      found: expect.stringContaining(found),
      fix: expect.stringContaining(fix),
    });
  });
});

describe('the check of the table', () => {
  const of = (stage: string) => ({ stage, config: 'signalpost.config.ts' });
  const whole = { indexes: ['due'], expires: true, recovers: true, isProtected: true };
  const run = (stage: string, table?: typeof whole) =>
    checkLedger(of(stage), 'restored', fakeAccount(table && { table }));

  it('accepts one with its index and all settings; only prod needs deletion protection', async () => {
    expect(await run('prod', whole)).toEqual({ state: 'ok', found: 'restored, which the config names' });
    expect(await run('staging', { ...whole, isProtected: false })).toMatchObject({ state: 'ok' });
    // Its own table can't be restored either.
    const bare = { ...whole, isProtected: false, recovers: false };
    expect(await run('dev', bare)).toMatchObject({ state: 'ok' });
  });

  it('says of a table that is gone what brings one back: a deploy does not', async () => {
    const fixOf = async (stage: string, named?: string) =>
      (await checkLedger(of(stage), named, fakeAccount({ manifest: { table: 'own' } }))).fix;

    const restored = 'restore it: see docs/runbook.md, under "Go back to an earlier ledger"';
    expect(await fixOf('prod')).toBe(restored);
    expect(await fixOf('prod', 'restored')).toBe(
      `name a table of this account in ledger.table of the config, or ${restored}`,
    );
    const command = (name: string) => `npm run -s signalpost -- ${name} --stage dev`;
    expect(await fixOf('dev')).toBe(`for an empty one: ${command('destroy')}, then: ${command('deploy')}`);
  });

  it('fails without the table, and without the index that finds due work', async () => {
    expect(await run('prod')).toMatchObject({ state: 'missing', found: 'there is no table restored' });
    expect(await run('prod', { ...whole, indexes: [] })).toMatchObject({ state: 'failed' });
  });

  it('looks at the table that the functions use where the config names none', async () => {
    const manifest = { table: 'imported' };
    const account = fakeAccount({ manifest, table: { ...whole, expires: false } });

    expect(await checkLedger(of('prod'), undefined, account)).toMatchObject({
      state: 'warning',
      found: 'imported has no time to live',
    });
    expect(await checkLedger(of('prod'), undefined, fakeAccount())).toMatchObject({ state: 'ok' });
  });

  it("fails where it is another stage's, and hands it over once that is gone and it is named", async () => {
    const { ledger } = openLedger();
    await ledger.owner.claim('old');
    const run = (takeLedgerFrom: string, manifest?: Partial<StageManifest>) => {
      const account = fakeAccount({ table: whole, ledger, ...(manifest && { manifest }) });
      return checkLedger({ ...of('prod'), takeLedgerFrom }, 'restored', account);
    };
    const found = 'restored is the ledger of the stage old, and prod may not use it, too';

    expect(await run('other')).toEqual({
      state: 'failed',
      found,
      fix: expect.stringContaining('npm run -s signalpost -- doctor --take-ledger-from old --stage prod'),
    });
    expect(await run('old', { table: 'restored' })).toEqual({
      state: 'failed',
      found: `${found}: old is deployed with it`,
      fix: 'give prod a table of its own',
    });
    expect(await ledger.owner.read()).toBe('old');
    expect(await run('old', { table: 'other' })).toMatchObject({ state: 'ok' });
    expect(await ledger.owner.read()).toBe('prod');
  });

  it('warns of each setting that AWS does not restore, with its command', async () => {
    const bare = { indexes: ['due'], expires: false, recovers: false, isProtected: false };

    expect(await run('prod', bare)).toEqual({
      state: 'warning',
      found: 'restored has no time to live and no point-in-time recovery and no deletion protection',
      fix:
        'aws dynamodb update-time-to-live --table-name restored --time-to-live-specification Enabled=true,AttributeName=expiresAt; ' +
        'aws dynamodb update-continuous-backups --table-name restored --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true; ' +
        'aws dynamodb update-table --table-name restored --deletion-protection-enabled',
    });
  });
});

describe('the check of the stacks', () => {
  type Deployed = NonNullable<Parameters<typeof fakeAccount>[0]>;
  const check = (stage: string, deployed: Deployed) =>
    checkStacks({ stage, config: 'signalpost.config.ts' }, exampleConfig, fakeAccount(deployed));

  const configFingerprint = fingerprintConfig(exampleConfig);
  const state = { table: 'own' };
  const manifest = { table: 'own', configFingerprint };
  const other = { ...manifest, configFingerprint: 'another' };
  const deploy = 'npm run -s signalpost -- deploy --stage dev';
  const status = 'npm run -s signalpost -- status --stage dev';
  const destroy = `npm run -s signalpost -- destroy --stage dev, then: ${deploy}`;
  it.each<[Deployed, 'ok' | 'failed', string, string | undefined]>([
    [{}, 'ok', 'not deployed yet', deploy],
    [{ state }, 'ok', 'nothing runs; its state is kept for the next deploy', deploy],
    [{ state, running: {}, manifest }, 'ok', 'deployed, with this config', status],
    [{ state, running: {}, manifest: other }, 'ok', 'deployed, with another config or version', deploy],
    // A construct in somebody else's app, with its own table: that app deploys it.
    [{ manifest }, 'ok', 'deployed by another CDK app, with this config', status],
    [{ manifest: other }, 'ok', 'deployed by another CDK app, with another config', undefined],
    [{ state, running: { status: 'UPDATE_IN_PROGRESS' } }, 'failed', 'is in progress', 'wait until'],
    [{ state, running: { status: 'UPDATE_ROLLBACK_COMPLETE' } }, 'failed', 'was rolled back', deploy],
    [{ state: { status: 'UPDATE_FAILED' } }, 'failed', 'signalpost-dev-state is UPDATE_FAILED: it', destroy],
    [{ running: { status: 'ROLLBACK_COMPLETE' } }, 'failed', 'signalpost-dev is ROLLBACK_COMPLETE', destroy],
  ])('says of %j that it is %s: %s', async (deployed, judged, found, fixOrNext) => {
    const finding = await check('dev', deployed);

    expect(finding).toMatchObject({ state: judged, found: expect.stringContaining(found) });
    const told = finding.fix ?? finding.next;
    if (fixOrNext === undefined) expect(told).toBeUndefined();
    else expect(told).toContain(fixOrNext);
  });

  it('only warns an operator who may not see stacks, as `grantOperate` allows none; before the first deploy it fails', async () => {
    const check = (manifest?: { table: string; configFingerprint: string }) => {
      const describeStack = () => Promise.reject(namedError('AccessDenied'));
      const account = { ...fakeAccount(manifest && { manifest }), describeStack };
      return checkStacks({ stage: 'dev', config: 'signalpost.config.ts' }, exampleConfig, account);
    };

    const found = 'deployed, with this config; whether its last deploy succeeded is unknown';
    const fix = 'allow cloudformation:DescribeStacks to see it here';
    expect(await check(manifest)).toEqual({ state: 'warning', found, fix });
    expect((await check(other)).found).toContain('with another config or version');
    await expect(check()).rejects.toThrow(namedError('AccessDenied'));
  });

  it.each([
    ['has another table', { table: 'new' }, 'use the table old, and its state stack has new'],
    ['is gone', undefined, 'use the table old, and its state stack is gone'],
  ])('finds a stage not well whose state stack %s than its functions use', async (_, now, sentence) => {
    const used = { table: 'old', configFingerprint };
    const deployed = { ...(now && { state: now }), running: {}, manifest: used };
    const account = fakeAccount(deployed);

    expect(await check('dev', deployed)).toEqual({
      state: 'failed',
      found: expect.stringContaining(sentence),
      fix: expect.stringContaining('"ledger": {"table": "old"}'),
    });
    await expect(findTable('dev', exampleConfig, account)).rejects.toThrow(sentence);
    expect(await findTable('dev', { ...exampleConfig, ledger: { table: 'old' } }, account)).toBe('old');
  });

  it('deploys no second stage beside one of another CDK app, which would have a ledger of its own', async () => {
    await expect(findTable('dev', exampleConfig, fakeAccount({ manifest }))).rejects.toThrow(
      'dev was deployed here by another CDK app; nothing was deployed',
    );
  });

  it.each(['DELETE_FAILED', 'ROLLBACK_COMPLETE'])(
    'never advises to delete a ledger that outlives its stage: a state stack that is %s',
    async (status) => {
      const { state, found, fix } = await check('prod', { state: { status } });

      expect(state).toBe('failed');
      expect(found).toBe(
        `signalpost-prod-state is ${status}: the ledger may be in it, so it must not be deleted, unless its first creation failed`,
      );
      expect(fix).toContain('describe-stack-events --stack-name signalpost-prod-state');
      expect(fix).not.toMatch(/delete-stack|destroy|deploy/);
    },
  );
});
