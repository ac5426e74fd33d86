import { describe, expect, test } from 'vitest';
import { SecretUnavailableError } from '../../../../shared/domain/errors.ts';
import { createCloudSecrets } from '../../../../shared/runtime/secrets-manager.ts';

type Answer = { readonly SecretString?: string; readonly SecretBinary?: Uint8Array };

const holding = (secrets: object): Answer => ({ SecretString: JSON.stringify(secrets) });

/** Secrets Manager with the secrets of one scope, which the test changes, and a clock that it moves. */
function start(answer: Answer | Error) {
  const world = { answer, now: 0, asked: [] as string[] };
  const secrets = createCloudSecrets({
    async readSecret(SecretId) {
      world.asked.push(SecretId);
      if (world.answer instanceof Error) throw world.answer;
      return world.answer;
    },
    stage: 'dev',
    scope: 'destinations',
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

describe('the secrets of a scope of a deployed stage', () => {
  test('are read together, without the spaces around them', async () => {
    const { world, secrets } = start(holding({ KEY: ' abc\n', OTHER: 'def' }));
    expect(await secrets.get('KEY')).toBe('abc');
    expect(await secrets.get('KEY')).toBe('abc');
    expect(await secrets.get('OTHER')).toBe('def');
    expect(world.asked).toEqual(['signalpost/dev/destinations']);
  });

  test.each([
    ['for five minutes', 5 * 60_000 - 1, {}, 'old'],
    ['no longer', 5 * 60_000, {}, 'new'],
    ['not where a fresh one is asked for', 0, { fresh: true }, 'new'],
  ])('are kept %s', async (_, later, asked, read) => {
    const { world, secrets } = start(holding({ KEY: 'old' }));
    await secrets.get('KEY');
    world.answer = holding({ KEY: 'new' });
    world.now = later;
    expect(await secrets.get('KEY', asked)).toBe(read);
  });

  test('are read again at once for a name that was not there', async () => {
    const { world, secrets } = start(holding({ OTHER: 'def' }));
    await secrets.get('OTHER');
    await expect(secrets.get('KEY')).rejects.toThrow(
      'the secret KEY is missing in signalpost/dev/destinations',
    );
    world.answer = holding({ OTHER: 'def', KEY: 'abc' });
    expect(await secrets.get('KEY')).toBe('abc');
  });

  test('are asked for again after a failure', async () => {
    const { world, secrets } = start(awsError('ThrottlingException'));
    await expect(secrets.get('KEY')).rejects.toThrow('could not be read (ThrottlingException)');
    world.answer = holding({ KEY: 'abc' });
    expect(await secrets.get('KEY')).toBe('abc');
  });
});

const set = 'npm run -s signalpost -- secrets set SLACK_WEBHOOK_URL --stage dev';

test.each<[string, Answer | Error, string]>([
  [
    'no secrets',
    awsError('ResourceNotFoundException'),
    `the secret signalpost/dev/destinations does not exist; create it: ${set}`,
  ],
  // What AWS says of one that does not exist, too.
  [
    'refused',
    awsError('AccessDeniedException'),
    `does not exist, or this function may not read it; create it: ${set}; if it exists and has a key of its own, allow kms:Decrypt for this role`,
  ],
  [
    'deleted',
    awsError('InvalidRequestException'),
    'aws secretsmanager restore-secret --secret-id signalpost/dev/destinations',
  ],
  ['blank', holding({ SLACK_WEBHOOK_URL: ' \n' }), `is blank in signalpost/dev/destinations; set it: ${set}`],
  ['a plain text', { SecretString: 'hush' }, 'is not a JSON object of names and texts'],
  ['not a text', { SecretString: '{"SLACK_WEBHOOK_URL":{"hush":1}}' }, 'is not a JSON object of names'],
  ['bytes', { SecretBinary: new Uint8Array([1]) }, 'is not a JSON object of names and texts'],
])('a secret that is not to be had is told with its name and the fix: %s', async (_, answer, message) => {
  const told = await failureOf(answer);
  expect(told).toContain(message);
  expect(told).not.toContain('the words of the service');
  expect(told).not.toContain('hush');
  expect(told).not.toContain('--secret-string');
});
