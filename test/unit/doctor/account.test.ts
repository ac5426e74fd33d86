import { describe, expect, it } from 'vitest';
import { type Check, runChecks } from '../../../cli/doctor/check.ts';
import { checkCredentials, checkStacks } from '../../../cli/doctor/check-account.ts';
import { checkLedger } from '../../../cli/doctor/check-ledger.ts';
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
    ['CredentialsProviderError', 'missing', 'no usable credentials', 'AWS_PROFILE'],
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
  type Stacks = Readonly<Partial<Record<'state' | 'pipeline' | 'monitoring', object | string>>>;
  /** Each stack with its outputs if it is complete, otherwise with its status. */
  const accountWith = (stage: string, stacks: Stacks) =>
    fakeAccount({
      stacks: Object.fromEntries(
        Object.entries(stacks).map(([part, is]) => [
          `signalpost-${stage}-${part}`,
          typeof is === 'string'
            ? { status: is, outputs: {} }
            : { status: 'UPDATE_COMPLETE', outputs: { ...is } },
        ]),
      ),
    });
  const check = (stage: string, stacks: Stacks) =>
    checkStacks({ stage, config: 'signalpost.config.ts' }, exampleConfig, accountWith(stage, stacks)).run();

  const ConfigFingerprint = fingerprintConfig(exampleConfig);
  const deploy = 'npm run -s signalpost -- deploy --stage dev';
  const destroy = `npm run -s signalpost -- destroy --stage dev, then: ${deploy}`;
  it.each<[Stacks, 'ok' | 'failed', string, string]>([
    [{}, 'ok', 'not deployed yet', deploy],
    [{ state: {} }, 'ok', 'nothing runs; its state is kept for the next deploy', deploy],
    [
      { state: {}, pipeline: { ConfigFingerprint }, monitoring: {} },
      ...(['ok', 'deployed, with this config', 'npm run -s signalpost -- status --stage dev'] as const),
    ],
    [
      { state: {}, pipeline: { ConfigFingerprint: 'another' }, monitoring: {} },
      ...(['ok', 'deployed, with another config or version than this one', deploy] as const),
    ],
    [{ state: {}, pipeline: { ConfigFingerprint } }, 'failed', 'the alarms are not deployed', deploy],
    [
      { state: {}, pipeline: 'UPDATE_IN_PROGRESS' },
      'failed',
      'an operation is in progress',
      'wait until it is done',
    ],
    [{ state: {}, pipeline: 'UPDATE_ROLLBACK_COMPLETE' }, 'failed', 'was rolled back', deploy],
    [
      { state: 'UPDATE_FAILED' },
      'failed',
      "signalpost-dev-state is UPDATE_FAILED: it can't be updated",
      destroy,
    ],
    [{ pipeline: 'ROLLBACK_COMPLETE' }, 'failed', "it can't be updated", destroy],
    // Alarms are taken down with the pipeline that they watch.
    [{ state: {}, pipeline: {}, monitoring: 'ROLLBACK_COMPLETE' }, 'failed', "it can't be updated", destroy],
  ])('says of %j that it is %s: %s', async (stacks, state, found, fixOrNext) => {
    const finding = await check('dev', stacks);

    expect(finding).toMatchObject({ state, found: expect.stringContaining(found) });
    expect(finding.fix ?? finding.next).toContain(fixOrNext);
  });

  it.each([
    ['has another table', { TableName: 'new' }, 'use the table old, and its state stack has new'],
    ['is gone', undefined, 'use the table old, and its state stack is gone'],
  ])('finds a stage not well whose state stack %s than its functions use', async (_, state, sentence) => {
    const pipeline = { UsedTableName: 'old', ConfigFingerprint };
    const stacks = { ...(state && { state }), pipeline, monitoring: {} };
    const account = accountWith('dev', stacks);

    expect(await check('dev', stacks)).toEqual({
      state: 'failed',
      found: expect.stringContaining(sentence),
      fix: expect.stringContaining('"ledger": {"table": "old"}'),
    });
    await expect(findTable('dev', exampleConfig, account)).rejects.toThrow(sentence);
    expect(await findTable('dev', { ...exampleConfig, ledger: { table: 'old' } }, account)).toBe('old');
  });

  it.each(['DELETE_FAILED', 'ROLLBACK_COMPLETE'])(
    'never advises to delete a ledger that outlives its stage: a state stack that is %s',
    async (status) => {
      const { state, found, fix } = await check('prod', { state: status });

      expect(state).toBe('failed');
      expect(found).toBe(
        `signalpost-prod-state is ${status}: the ledger may be in it, so it must not be deleted, unless its first creation failed`,
      );
      expect(fix).toContain('describe-stack-events --stack-name signalpost-prod-state');
      expect(fix).not.toMatch(/delete-stack|destroy|deploy/);
    },
  );
});
