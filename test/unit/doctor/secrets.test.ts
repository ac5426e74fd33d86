import { describe, expect, it } from 'vitest';
import { awsProblem } from '../../../cli/aws/aws-problem.ts';
import { checkLocalSecrets, checkStageSecrets } from '../../../cli/doctor/check-secrets.ts';
import { accessToken } from '../../../cli/secrets/secret-shape.ts';
import type { SecretUse } from '../../../cli/secrets/secret-uses.ts';
import type { SecretState, StageSecrets } from '../../../cli/secrets/stage-secrets.ts';
import { createEnvironmentSecrets } from '../../../shared/runtime/secrets-environment.ts';
import { systemClock } from '../../../shared/runtime/system.ts';
import { namedError } from './fake-account.ts';

const use: SecretUse = { name: 'TOKEN', forms: [accessToken], usedBy: ['api.token'] };

function examineStage(state: SecretState['state'], read: () => Promise<string | null>) {
  const known = new Map<string, string>();
  const secrets: StageSecrets = {
    describe: async () => (state === 'there' ? { state, createdAt: 0, changedAt: 0 } : { state }),
    read,
    write: async () => {
      throw new Error('a check writes nothing');
    },
    close: () => undefined,
  };
  const options = { uses: [use], permitLocal: false, known };
  const [check] = checkStageSecrets('dev', { secrets, explain: awsProblem }, options);
  return { known, run: () => check?.run() };
}

describe('the check of a secret of a stage', () => {
  const mend = 'signalpost secrets set TOKEN --stage dev';

  it('hands on a value that is there and has its form', async () => {
    const { known, run } = examineStage('there', async () => 'abc');

    expect(await run()).toEqual({ state: 'ok', found: 'is set and looks like an access token' });
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
      const { known, run } = examineStage(state, async () => value);

      const finding = await run();

      expect(finding).toMatchObject({ state: expected, mend });
      expect(finding?.found).toContain(found);
      expect(known.size).toBe(0);
    },
  );

  it('says when the credentials may not look at it', async () => {
    const { run } = examineStage('there', async () => {
      throw namedError(
        'AccessDeniedException',
        'User: x is not authorized to perform: secretsmanager:GetSecretValue',
      );
    });

    const finding = await run();

    expect(finding?.state).toBe('failed');
    expect(finding?.found).toContain('secretsmanager:GetSecretValue');
  });
});

describe('the check of a secret of this machine', () => {
  const examine = (environment: Record<string, string>, dotEnv: string | null) => {
    const secrets = createEnvironmentSecrets({
      environment,
      clock: systemClock,
      readDotEnv: async () => dotEnv,
    });
    return checkLocalSecrets(secrets, { uses: [use], permitLocal: false, known: new Map() })[0]?.run();
  };

  it('finds it in the environment or in .env', async () => {
    expect(await examine({ TOKEN: 'abc' }, null)).toMatchObject({ state: 'ok' });
    expect(await examine({}, 'TOKEN=abc\n')).toMatchObject({ state: 'ok' });
  });

  it('says where to write one that is missing or has another form', async () => {
    expect(await examine({}, null)).toMatchObject({
      state: 'missing',
      mend: expect.stringContaining('TOKEN=… into .env'),
    });
    expect(await examine({ TOKEN: 'to ken' }, null)).toMatchObject({ state: 'failed' });
  });
});
