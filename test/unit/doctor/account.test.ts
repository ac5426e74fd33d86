import { describe, expect, it } from 'vitest';
import { type Check, runChecks } from '../../../cli/doctor/check.ts';
import { checkCredentials, checkLedger, checkStacks } from '../../../cli/doctor/check-account.ts';
import { findTable } from '../../../cli/operate/deploy-command.ts';
import { fingerprintConfig } from '../../../shared/runtime/stage-names.ts';
import { exampleConfig } from '../../infra/example-config.ts';
import { fakeAccount, namedError } from './fake-account.ts';

describe('the check of the account', () => {
  const run = async (check: Check) => (await runChecks([{ ...check, needs: [] }], () => undefined))[0];

  it('tells the account, the region and the role, without the name of the session', async () => {
    const arn = 'arn:aws:sts::111122223333:assumed-role/Admin/rita@example.com';

    expect(await run(checkCredentials(fakeAccount({ arn })))).toMatchObject({
      state: 'ok',
      found: 'account 111122223333, region eu-west-1, as arn:aws:sts::111122223333:assumed-role/Admin',
    });
  });

  it('says how to set a region, before anybody is asked who this is', async () => {
    const failing = { region: new Error('Region is missing'), identity: new Error('was asked') };

    expect(await run(checkCredentials(fakeAccount({ failing })))).toMatchObject({
      state: 'missing',
      found: 'no usable region was found',
      fix: expect.stringContaining('set AWS_REGION'),
    });
  });

  it.each([
    ['CredentialsProviderError', 'missing', 'no credentials were found', 'AWS_PROFILE'],
    ['AccessDenied', 'failed', 'access denied', 'ask for that permission'],
    ['TimeoutError', 'failed', "can't be reached", 'check'],
  ])('takes %s for %s credentials, and says the fix', async (name, state, found, fix) => {
    const account = fakeAccount({ failing: { identity: namedError(name) } });

    expect(await run(checkCredentials(account))).toMatchObject({
      state,
      found: expect.stringContaining(found),
      fix: expect.stringContaining(fix),
    });
  });
});

describe('the check of a table that the config names', () => {
  const whole = { indexes: ['due'], expires: true, recovers: true, isProtected: true };
  const run = (stage: string, table?: typeof whole) =>
    checkLedger(stage, 'restored', fakeAccount(table && { table })).run();

  it('accepts one with its index and all settings; only prod needs deletion protection', async () => {
    expect(await run('prod', whole)).toEqual({ state: 'ok', found: 'restored, which the config names' });
    expect(await run('dev', { ...whole, isProtected: false })).toMatchObject({ state: 'ok' });
  });

  it('fails without the table, and without the index that finds due work', async () => {
    expect(await run('prod')).toMatchObject({ state: 'missing', found: 'there is no table restored' });
    expect(await run('prod', { ...whole, indexes: [] })).toMatchObject({ state: 'failed' });
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
  const complete = (outputs = {}) => ({ status: 'UPDATE_COMPLETE', outputs });
  const run = (stacks: Parameters<typeof fakeAccount>[0]) =>
    checkStacks('dev', exampleConfig, fakeAccount(stacks)).run();

  it('accepts a stage that is not deployed yet, and says how to deploy it', async () => {
    expect(await run({})).toEqual({
      state: 'ok',
      found: 'not deployed yet',
      next: 'npm run deploy -- --stage dev',
    });
  });

  it('distinguishes a destroyed stage that left its state from one that was never deployed', async () => {
    const finding = await run({ stacks: { 'signalpost-dev-state': complete() } });

    expect(finding).toMatchObject({ state: 'ok', found: expect.stringContaining('its state is kept') });
  });

  it('knows whether the stage runs this config', async () => {
    const stacks = (ConfigFingerprint: string) => ({
      'signalpost-dev-state': complete(),
      'signalpost-dev-pipeline': complete({ ConfigFingerprint }),
      'signalpost-dev-monitoring': complete(),
    });

    const same = await run({ stacks: stacks(fingerprintConfig(exampleConfig)) });
    const other = await run({ stacks: stacks(fingerprintConfig({ ...exampleConfig, local: true })) });

    expect(same).toEqual({
      state: 'ok',
      found: 'deployed, with this config',
      next: 'signalpost status --stage dev',
    });
    expect(other).toMatchObject({ state: 'ok', next: 'npm run deploy -- --stage dev' });
    expect(other.found).toContain('another config');
  });

  it.each([
    ['has another table', { TableName: 'new' }, 'use the table old, and its state stack has new'],
    ['is gone', null, 'use the table old, and its state stack is gone'],
  ])('finds a stage not well whose state stack %s than its functions use', async (_, state, sentence) => {
    const stacks = {
      ...(state && { 'signalpost-dev-state': complete(state) }),
      'signalpost-dev-pipeline': complete({
        UsedTableName: 'old',
        ConfigFingerprint: fingerprintConfig(exampleConfig),
      }),
      'signalpost-dev-monitoring': complete(),
    };
    expect(await run({ stacks })).toEqual({
      state: 'failed',
      found: expect.stringContaining(sentence),
      fix: expect.stringContaining('"ledger": {"table": "old"}'),
    });
    await expect(findTable('dev', exampleConfig, fakeAccount({ stacks }))).rejects.toThrow(sentence);
    const named = { ...exampleConfig, ledger: { table: 'old' } };
    expect(await findTable('dev', named, fakeAccount({ stacks }))).toBe('old');
  });

  it('reports a stage whose alarms failed to deploy', async () => {
    const finding = await run({
      stacks: {
        'signalpost-dev-state': complete(),
        'signalpost-dev-pipeline': complete({ ConfigFingerprint: fingerprintConfig(exampleConfig) }),
      },
    });

    expect(finding).toEqual({
      state: 'failed',
      found: 'the alarms are not deployed',
      fix: 'npm run deploy -- --stage dev',
    });
  });

  const findingOf = (stage: string, part: string, status: string) =>
    checkStacks(
      stage,
      exampleConfig,
      fakeAccount({ stacks: { [`signalpost-${stage}-${part}`]: { status, outputs: {} } } }),
    ).run();

  it.each(['DELETE_FAILED', 'UPDATE_FAILED'])(
    'never advises to delete a ledger that outlives its stage: a state stack that is %s',
    async (status) => {
      const [prod, dev] = await Promise.all([
        findingOf('prod', 'state', status),
        findingOf('dev', 'state', status),
      ]);

      expect(prod.state).toBe('failed');
      expect(prod.found).toBe(
        `signalpost-prod-state is ${status}: the ledger may be in it, so it must not be deleted`,
      );
      expect(prod.fix).toContain('describe-stack-events --stack-name signalpost-prod-state');
      expect(prod.fix).not.toMatch(/delete-stack|destroy|deploy/);
      expect(dev.fix).toBe('npm run destroy -- --stage dev, then: npm run deploy -- --stage dev');
    },
  );

  it.each(['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
    'knows that nothing was ever in a state stack whose first creation failed: %s',
    async (status) => {
      const steps = [
        'aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name signalpost-prod-state',
        'aws cloudformation delete-stack --stack-name signalpost-prod-state',
        'npm run deploy -- --stage prod',
      ];
      expect(await findingOf('prod', 'state', status)).toEqual({
        state: 'failed',
        found: `signalpost-prod-state is ${status}: its first creation failed, so it never held anything`,
        fix: steps.join(', then: '),
      });
      expect((await findingOf('staging', 'state', status)).fix).toMatch(
        /^aws cloudformation delete-stack --stack-name signalpost-staging-state, then: /,
      );
    },
  );

  it.each(['pipeline', 'monitoring'])(
    'takes alarms down with the pipeline that they watch: the %s',
    async (part) => {
      expect(await findingOf('prod', part, 'ROLLBACK_COMPLETE')).toEqual({
        state: 'failed',
        found: `signalpost-prod-${part} is ROLLBACK_COMPLETE: it can't be updated`,
        fix: 'npm run destroy -- --stage prod, then: npm run deploy -- --stage prod',
      });
    },
  );

  it.each([
    ['UPDATE_IN_PROGRESS', 'an operation is in progress', 'wait until it is done'],
    ['UPDATE_ROLLBACK_COMPLETE', 'was rolled back', 'npm run deploy -- --stage dev'],
    ['UPDATE_ROLLBACK_FAILED', 'could not be rolled back', 'continue-update-rollback'],
  ])('tells of a stack that is %s, and of the fix', async (status, found, fix) => {
    const stacks = { 'signalpost-dev-state': complete(), 'signalpost-dev-pipeline': { status, outputs: {} } };

    const finding = await run({ stacks });

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain(`signalpost-dev-pipeline is ${status}`);
    expect(finding.found).toContain(found);
    expect(finding.fix).toContain(fix);
  });
});
