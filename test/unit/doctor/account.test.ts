import { describe, expect, it } from 'vitest';
import { checkBootstrap, checkCredentials, checkRegion } from '../../../cli/doctor/account/check-account.ts';
import { checkStacks } from '../../../cli/doctor/account/check-stacks.ts';
import { checkTables } from '../../../cli/stage/judge-tables.ts';
import { fingerprintConfig } from '../../../shared/runtime/config-fingerprint.ts';
import { exampleConfig } from '../../infra/example-config.ts';
import { fakeAccount, namedError } from './fake-account.ts';

describe('the check of the account', () => {
  it('tells the region, or how to set one', async () => {
    expect(await checkRegion(fakeAccount()).run()).toEqual({ state: 'ok', found: 'eu-west-1' });

    const none = fakeAccount({ failing: { region: new Error('Region is missing') } });
    expect(await checkRegion(none).run()).toEqual({
      state: 'missing',
      found: 'no region is set',
      mend: 'export AWS_REGION=eu-west-1, or set the region of your AWS profile',
    });
  });

  it('tells the account and the role, without the name of the session', async () => {
    const arn = 'arn:aws:sts::111122223333:assumed-role/Admin/rita@example.com';

    const { state, found } = await checkCredentials(fakeAccount({ arn })).run();

    expect(state).toBe('ok');
    expect(found).toBe('account 111122223333, as arn:aws:sts::111122223333:assumed-role/Admin');
  });

  it.each([
    ['CredentialsProviderError', 'missing', 'no credentials were found', 'AWS_PROFILE'],
    ['ExpiredTokenException', 'missing', 'the credentials have expired', 'aws sso login'],
    ['InvalidClientTokenId', 'missing', 'AWS does not accept the credentials', 'get-caller-identity'],
    ['AccessDenied', 'failed', 'access denied', 'ask for that permission'],
    ['TimeoutError', 'failed', "can't be reached", 'check'],
    ['ThrottlingException', 'failed', 'were throttled', 'wait a minute'],
    ['RegionDisabledException', 'missing', 'the region is not enabled', 'aws account enable-region'],
  ])('takes %s for %s credentials, and says the fix', async (name, state, found, mend) => {
    const account = fakeAccount({ failing: { identity: namedError(name) } });

    const finding = await checkCredentials(account).run();

    expect(finding.state).toBe(state);
    expect(finding.found).toContain(found);
    expect(finding.mend).toContain(mend);
  });

  it('lets an error that is not of AWS go on', async () => {
    const account = fakeAccount({ failing: { identity: new TypeError('ours') } });

    await expect(checkCredentials(account).run()).rejects.toThrow('ours');
  });

  it.each([
    [undefined, 'missing', 'not prepared for CDK'],
    [
      { status: 'CREATE_COMPLETE', outputs: { BootstrapVersion: '5' } },
      'failed',
      'it has version 5; 6 or newer',
    ],
    [{ status: 'CREATE_COMPLETE', outputs: {} }, 'failed', 'its version is unknown'],
    [
      { status: 'ROLLBACK_COMPLETE', outputs: { BootstrapVersion: '30' } },
      'failed',
      'CDKToolkit is ROLLBACK_COMPLETE',
    ],
  ])('names the command that bootstraps for %j', async (toolkit, state, found) => {
    const account = fakeAccount({ stacks: toolkit ? { CDKToolkit: toolkit } : {} });

    const finding = await checkBootstrap(account).run();

    expect(finding.state).toBe(state);
    expect(finding.found).toContain(found);
    expect(finding.mend).toBe('npx cdk bootstrap aws://111122223333/eu-west-1');
  });

  it.each([
    ['under another name', {}],
    ['that does not tell its version', { CDKToolkit: { status: 'CREATE_COMPLETE', outputs: {} } }],
  ])('takes the version that a deploy itself reads, for a bootstrap stack %s', async (_, stacks) => {
    const run = (bootstrapVersion: string) => checkBootstrap(fakeAccount({ stacks, bootstrapVersion })).run();

    expect(await run('21')).toEqual({ state: 'ok', found: 'version 21' });
    expect(await run('5')).toEqual({
      state: 'failed',
      found: 'it has version 5; 6 or newer is needed',
      mend: 'npx cdk bootstrap aws://111122223333/eu-west-1',
    });
  });

  it('says that the version may not be read, where no stack tells it', async () => {
    const account = fakeAccount({ failing: { bootstrapVersion: namedError('AccessDeniedException') } });

    expect(await checkBootstrap(account).run()).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('access denied'),
    });
  });

  it('is content with a bootstrap that is new enough', async () => {
    const toolkit = { status: 'UPDATE_COMPLETE', outputs: { BootstrapVersion: '30' } };

    const finding = await checkBootstrap(fakeAccount({ stacks: { CDKToolkit: toolkit } })).run();

    expect(finding).toEqual({ state: 'ok', found: 'version 30' });
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
      mend: expect.stringContaining('docs/runbook.md'),
    });
    const { describeStack } = fakeAccount({ stacks });
    await expect(checkTables('dev', describeStack)).rejects.toThrow(sentence);
  });

  it('accepts the same table, and a version that does not name its table', async () => {
    const same = { UsedTableName: 'old', ConfigFingerprint: fingerprintConfig(exampleConfig) };
    for (const outputs of [same, { ...same, UsedTableName: '' }]) {
      const { UsedTableName, ...rest } = outputs;
      const stacks = {
        'signalpost-dev-state': complete({ TableName: 'old' }),
        'signalpost-dev-pipeline': complete(UsedTableName ? outputs : rest),
        'signalpost-dev-monitoring': complete(),
      };
      expect(await run({ stacks })).toMatchObject({ state: 'ok', found: 'deployed, with this config' });
      await checkTables('dev', fakeAccount({ stacks }).describeStack);
    }
  });

  it('treats a stack as absent if its first deploy ended before it created anything', async () => {
    const shell = { status: 'REVIEW_IN_PROGRESS', outputs: {} };

    const first = await run({ stacks: { 'signalpost-dev-state': shell } });
    const second = await run({
      stacks: { 'signalpost-dev-state': complete(), 'signalpost-dev-pipeline': shell },
    });

    const next = 'npm run deploy -- --stage dev';
    expect(first).toEqual({ state: 'ok', found: 'not deployed yet', next });
    expect(second).toEqual({
      state: 'ok',
      found: 'nothing runs; its state is kept for the next deploy',
      next,
    });
  });

  it.each([{}, { 'signalpost-dev-monitoring': { status: 'REVIEW_IN_PROGRESS', outputs: {} } }])(
    'reports a stage whose alarms failed to deploy: %j',
    async (monitoring) => {
      const finding = await run({
        stacks: {
          'signalpost-dev-state': complete(),
          'signalpost-dev-pipeline': complete({ ConfigFingerprint: fingerprintConfig(exampleConfig) }),
          ...monitoring,
        },
      });

      expect(finding).toEqual({
        state: 'failed',
        found: 'the alarms are not deployed',
        mend: 'npm run deploy -- --stage dev',
      });
    },
  );

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
        `signalpost-prod-state is ${status}: the ledger is in it, so it must not be deleted`,
      );
      expect(prod.mend).toContain('describe-stack-events --stack-name signalpost-prod-state');
      expect(prod.mend).not.toMatch(/delete-stack|destroy|deploy/);
      expect(dev.mend).toBe('npm run destroy -- --stage dev, then: npm run deploy -- --stage dev');
    },
  );

  const unprotect =
    'aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name signalpost-prod-state';
  it.each([
    ['prod', 'state', 'ROLLBACK_COMPLETE', [unprotect]],
    ['prod', 'state', 'ROLLBACK_FAILED', [unprotect]],
    [
      'prod',
      'state',
      'CREATE_FAILED',
      [unprotect, 'aws cloudformation delete-stack --stack-name signalpost-prod-state'],
    ],
    ['staging', 'state', 'ROLLBACK_COMPLETE', []],
    ['dev', 'state', 'ROLLBACK_FAILED', []],
    ['prod', 'monitoring', 'ROLLBACK_COMPLETE', []],
  ])(
    'knows that nothing was ever in a stack whose first creation failed: of %s the %s is %s',
    async (stage, part, status, first) => {
      expect(await findingOf(stage, part, status)).toEqual({
        state: 'failed',
        found: `signalpost-${stage}-${part} is ${status}: its first creation failed, so it never held anything`,
        mend: [...first, `npm run deploy -- --stage ${stage}`].join(', then: '),
      });
    },
  );

  it.each([
    ['pipeline', 'ROLLBACK_COMPLETE'],
    ['pipeline', 'DELETE_FAILED'],
    ['monitoring', 'DELETE_FAILED'],
  ])('takes alarms down with the pipeline that they watch by name: the %s is %s', async (part, status) => {
    expect(await findingOf('prod', part, status)).toEqual({
      state: 'failed',
      found:
        `signalpost-prod-${part} is ${status}: it can't be updated, and recreated alone it would lose its alarms, ` +
        'which watch the old names',
      mend: 'npm run destroy -- --stage prod, then: npm run deploy -- --stage prod',
    });
  });

  it.each([
    ['UPDATE_IN_PROGRESS', 'an operation is in progress', 'wait until it is done'],
    ['UPDATE_ROLLBACK_COMPLETE', 'was rolled back', 'npm run deploy -- --stage dev'],
    ['UPDATE_ROLLBACK_FAILED', 'could not be rolled back', 'continue-update-rollback'],
  ])('tells of a stack that is %s, and of the fix', async (status, found, mend) => {
    const stacks = { 'signalpost-dev-state': complete(), 'signalpost-dev-pipeline': { status, outputs: {} } };

    const finding = await run({ stacks });

    expect(finding.state).toBe('failed');
    expect(finding.found).toContain(`signalpost-dev-pipeline is ${status}`);
    expect(finding.found).toContain(found);
    expect(finding.mend).toContain(mend);
  });
});
