import { describe, expect, it } from 'vitest';
import type { SecretState, StageSecrets } from '../../../cli/aws/stage-secrets.ts';
import { runChecks } from '../../../cli/doctor/check.ts';
import { checkSecretUses, type SecretCheckOptions } from '../../../cli/doctor/check-secrets.ts';
import { readLocal, readStored } from '../../../cli/doctor/list-checks.ts';
import { accessToken, type SecretUse } from '../../../cli/secret-uses.ts';
import { createEnvironmentSecrets } from '../../../shared/runtime/secrets-environment.ts';
import { namedError } from './fake-account.ts';

const use: SecretUse = { name: 'TOKEN', forms: [accessToken], usedBy: ['api.token'] };

async function examine(read: SecretCheckOptions['read']) {
  const known = new Map<string, string>();
  const checks = checkSecretUses({
    uses: [use],
    permitLocal: false,
    known,
    needs: [],
    read,
    fixSecret: (name) => `set ${name}`,
  });
  const [report] = await runChecks(checks, () => undefined);
  return { known, report };
}

function examineStage(state: SecretState['state'], value: () => Promise<string | null>) {
  const secrets: StageSecrets = {
    describe: async () => (state === 'there' ? { state, changedAt: 0 } : { state }),
    read: value,
    write: async () => {
      throw new Error('a check writes nothing');
    },
    close: () => undefined,
  };
  return examine((one) => readStored(one, secrets, `set ${one.name}`));
}

describe('the check of a secret of a stage', () => {
  it('hands on a value that is there and has its form', async () => {
    const { known, report } = await examineStage('there', async () => 'abc');

    expect(report).toMatchObject({ state: 'ok', found: 'is set and looks like an access token' });
    expect(known.get('TOKEN')).toBe('abc');
  });

  it.each<[string, SecretState['state'], string | null, string, string]>([
    ['that is not there', 'missing', null, 'missing', 'is not in Secrets Manager (needed by api.token)'],
    ['that is marked for deletion', 'marked-for-deletion', null, 'failed', 'is marked for deletion'],
    ['without a text', 'there', null, 'missing', 'has no text value'],
    ['with white space at its end', 'there', 'abc\n', 'failed', 'begins or ends with white space'],
    ['of another form', 'there', 'Bearer abc', 'failed', 'begins with the word Bearer'],
  ])(
    'says of one %s what it is and the command that sets it',
    async (_what, state, value, expected, found) => {
      const { known, report } = await examineStage(state, async () => value);

      expect(report).toMatchObject({
        state: expected,
        found: expect.stringContaining(found),
        fix: 'set TOKEN',
      });
      expect(known.size).toBe(0);
    },
  );

  it('says when the credentials may not look at it', async () => {
    const message = 'User: x is not authorized to perform: secretsmanager:GetSecretValue';
    const { report } = await examineStage('there', async () => {
      throw namedError('AccessDeniedException', message);
    });

    expect(report?.state).toBe('failed');
    expect(report?.found).toContain('secretsmanager:GetSecretValue');
  });
});

describe('the check of a secret of this machine', () => {
  const examineLocal = async (environment: Record<string, string>, dotEnv: string | null) => {
    const secrets = createEnvironmentSecrets({
      environment,
      readDotEnv: async () => dotEnv,
    });
    return (await examine((one) => readLocal(one, secrets, `set ${one.name}`))).report;
  };

  it('finds it in the environment or in .env', async () => {
    expect(await examineLocal({ TOKEN: 'abc' }, null)).toMatchObject({ state: 'ok' });
    expect(await examineLocal({}, 'TOKEN=abc\n')).toMatchObject({ state: 'ok' });
  });

  it('says how to set one that is missing or has another form', async () => {
    expect(await examineLocal({}, null)).toMatchObject({ state: 'missing', fix: 'set TOKEN' });
    expect(await examineLocal({ TOKEN: 'to ken' }, null)).toMatchObject({ state: 'failed' });
  });
});
