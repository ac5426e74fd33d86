import { describe, expect, test } from 'vitest';
import { createEnvironmentSecrets } from '../../../machine/secrets-environment.ts';
import { SecretUnavailableError } from '../../../shared/domain/errors.ts';

/** A machine with these variables and this `.env`, which the test changes. */
function start(environment: Record<string, string>, dotEnv: string | null | Error) {
  const world = { dotEnv };
  const secrets = createEnvironmentSecrets({
    environment,
    async readDotEnv() {
      if (world.dotEnv instanceof Error) throw world.dotEnv;
      return world.dotEnv;
    },
  });
  return { world, secrets };
}

describe('the secrets of a run on one machine', () => {
  test('are environment variables first', async () => {
    const { secrets } = start({ TOKEN: ' abc ' }, 'TOKEN=from-file');
    expect(await secrets.get('TOKEN')).toBe('abc');
  });

  test.each([
    ['another value', 'TOKEN=from-file', true],
    ['the same value', 'TOKEN=abc', false],
    ['no line', 'OTHER=x', false],
  ])('hide %s of .env: %j', async (_, dotEnv, isHidden) => {
    expect(await start({ TOKEN: 'abc' }, dotEnv).secrets.hides('TOKEN')).toBe(isHidden);
    expect(await start({}, dotEnv).secrets.hides('TOKEN')).toBe(false);
  });

  test('are lines of .env otherwise', async () => {
    const { secrets } = start({ TOKEN: '' }, '# tokens\nTOKEN="from file"\nOTHER=second # said so\n');
    expect(await secrets.get('TOKEN')).toBe('from file');
    expect(await secrets.get('OTHER')).toBe('second');
  });

  test('are not cut at a "#", where Node begins a comment', async () => {
    const { secrets } = start({}, 'TOKEN=ab#cd\nQUOTED="ab#cd"\nSAID=ab #cd\nMY_TOKEN=ab\nNONE=#cd\n');
    await expect(secrets.get('TOKEN')).rejects.toThrow('the secret TOKEN has a "#" in .env');
    expect(await secrets.get('QUOTED')).toBe('ab#cd');
    expect(await secrets.get('SAID')).toBe('ab');
    await expect(secrets.get('NONE')).rejects.toThrow('is blank');
  });

  test('are read from .env each time, also after it could not be read', async () => {
    const { world, secrets } = start({}, new Error('EACCES'));
    await expect(secrets.get('TOKEN')).rejects.toThrow('EACCES');
    world.dotEnv = 'TOKEN=old';
    expect(await secrets.get('TOKEN')).toBe('old');
    world.dotEnv = 'TOKEN=new';
    expect(await secrets.get('TOKEN')).toBe('new');
  });

  test.each([
    [{}, null, 'is not set'],
    [{}, 'OTHER=1', 'is not set'],
    [{ TOKEN: ' ' }, null, 'is blank'],
    [{}, 'TOKEN=', 'is blank'],
  ])('are told when missing: %j and .env %j', async (environment, dotEnv, found) => {
    const reading = start(environment, dotEnv).secrets.get('TOKEN');
    await expect(reading).rejects.toThrow(SecretUnavailableError);
    await expect(reading).rejects.toThrow(
      `the secret TOKEN ${found}; set the environment variable TOKEN, or write the line TOKEN=… into .env`,
    );
  });
});
