import { describe, expect, test } from 'vitest';
import { SecretUnavailableError } from '../../../shared/domain/errors.ts';
import { createCloudSecrets } from '../../../shared/runtime/secrets-manager.ts';

type Answer = { readonly SecretString?: string; readonly SecretBinary?: Uint8Array };

/** Secrets Manager with one secret, whose text the test changes, and a clock that it moves. */
function start(answer: Answer | Error) {
  const world = { answer, now: 0, asked: [] as string[] };
  const secrets = createCloudSecrets({
    async readSecret(SecretId) {
      world.asked.push(SecretId);
      if (world.answer instanceof Error) throw world.answer;
      return world.answer;
    },
    stage: 'dev',
    clock: { now: () => world.now },
  });
  return { world, secrets };
}

function awsError(name: string, words = ''): Error {
  return Object.assign(new Error(`the words of the service ${words}`), { name });
}

async function failureOf(answer: Answer | Error): Promise<string> {
  const error: unknown = await start(answer)
    .secrets.get('SLACK_WEBHOOK_URL')
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(SecretUnavailableError);
  return (error as Error).message;
}

describe('the secrets of a deployed stage', () => {
  test('are read by the name of the stage, without the spaces around them', async () => {
    const { world, secrets } = start({ SecretString: ' abc\n' });
    expect(await secrets.get('TOKEN')).toBe('abc');
    expect(world.asked).toEqual(['signalpost/dev/TOKEN']);
  });

  test('are kept for five minutes', async () => {
    const { world, secrets } = start({ SecretString: 'old' });
    await secrets.get('TOKEN');
    world.answer = { SecretString: 'new' };
    world.now = 5 * 60_000 - 1;
    expect(await secrets.get('TOKEN')).toBe('old');
    world.now = 5 * 60_000;
    expect(await secrets.get('TOKEN')).toBe('new');
  });

  test('are read again at once when a fresh one is asked for', async () => {
    const { world, secrets } = start({ SecretString: 'old' });
    await secrets.get('TOKEN');
    world.answer = { SecretString: 'rotated' };
    expect(await secrets.get('TOKEN', { fresh: true })).toBe('rotated');
  });

  test('are read once for callers that ask at the same time', async () => {
    const { world, secrets } = start({ SecretString: 'abc' });
    await Promise.all([secrets.get('TOKEN'), secrets.get('TOKEN', { fresh: true }), secrets.get('TOKEN')]);
    expect(world.asked).toHaveLength(1);
  });

  test('are asked for again after a failure', async () => {
    const { world, secrets } = start(awsError('ThrottlingException'));
    await expect(secrets.get('TOKEN')).rejects.toThrow('could not be read (ThrottlingException)');
    world.answer = { SecretString: 'abc' };
    expect(await secrets.get('TOKEN')).toBe('abc');
  });
});

describe('a secret that is not to be had is told with its name and the fix', () => {
  test.each<[string, Answer | Error, string]>([
    [
      'not there',
      awsError('ResourceNotFoundException'),
      'the secret signalpost/dev/SLACK_WEBHOOK_URL does not exist; create it: signalpost secrets set SLACK_WEBHOOK_URL --stage dev',
    ],
    // What AWS says of one that does not exist, too.
    [
      'refused',
      awsError('AccessDeniedException'),
      'does not exist, or this function may not read it; create it: signalpost secrets set SLACK_WEBHOOK_URL --stage dev; ' +
        'if it exists, deploy the config that names it; if it has a key of its own, allow kms:Decrypt for this role',
    ],
    [
      'deleted',
      awsError('InvalidRequestException'),
      'aws secretsmanager restore-secret --secret-id signalpost/dev/',
    ],
    [
      'blank',
      { SecretString: ' \n' },
      'is blank; write its text: signalpost secrets set SLACK_WEBHOOK_URL --stage dev',
    ],
    ['bytes', { SecretBinary: new Uint8Array([1]) }, 'holds bytes; write its text'],
  ])('%s', async (_, answer, message) => {
    const told = await failureOf(answer);
    expect(told).toContain(message);
    expect(told).not.toContain('the words of the service');
    expect(told).not.toContain('--secret-string');
  });
});
