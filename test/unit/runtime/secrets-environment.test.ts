import { describe, expect, test } from 'vitest';
import { SecretUnavailableError } from '../../../shared/domain/errors.ts';
import { createEnvironmentSecrets } from '../../../shared/runtime/secrets-environment.ts';

/** A machine with these variables and this `.env`, which the test changes. */
function start(environment: Record<string, string>, dotEnv: string | null | Error) {
  const world = { dotEnv, reads: 0, now: 1_000_000 };
  const secrets = createEnvironmentSecrets({
    environment,
    clock: { now: () => world.now },
    async readDotEnv() {
      world.reads++;
      if (world.dotEnv instanceof Error) throw world.dotEnv;
      return world.dotEnv;
    },
  });
  return { world, secrets };
}

describe('the secrets of a run on one machine', () => {
  test('are environment variables first', async () => {
    const { world, secrets } = start({ TOKEN: ' abc ' }, 'TOKEN=from-file');
    expect(await secrets.get('TOKEN')).toBe('abc');
    expect(world.reads).toBe(0);
  });

  test('are lines of .env otherwise', async () => {
    const { secrets } = start({ TOKEN: '' }, '# tokens\nTOKEN="from file"\nOTHER=second # said so\n');
    expect(await secrets.get('TOKEN')).toBe('from file');
    expect(await secrets.get('OTHER')).toBe('second');
  });

  test('are read from .env once, and again when a fresh one is asked for', async () => {
    const { world, secrets } = start({}, 'TOKEN=old');
    await secrets.get('TOKEN');
    world.dotEnv = 'TOKEN=new';
    expect(await secrets.get('TOKEN')).toBe('old');
    expect(await secrets.get('TOKEN', { fresh: true })).toBe('new');
    expect(world.reads).toBe(2);
  });

  test('are read from .env again after five minutes: nobody asks for a fresh one after a 400', async () => {
    const { world, secrets } = start({}, 'SIGNING=old');
    await secrets.get('SIGNING');
    world.dotEnv = 'SIGNING=new';
    world.now += 299_999;
    expect(await secrets.get('SIGNING')).toBe('old');
    world.now += 1;
    expect(await secrets.get('SIGNING')).toBe('new');
    world.dotEnv = 'SIGNING=after the clock was set back';
    world.now -= 300_000;
    expect(await secrets.get('SIGNING')).toBe('after the clock was set back');
  });

  test('are looked for again after .env could not be read', async () => {
    const { world, secrets } = start({}, new Error('EACCES'));
    await expect(secrets.get('TOKEN')).rejects.toThrow('EACCES');
    world.dotEnv = 'TOKEN=abc';
    expect(await secrets.get('TOKEN')).toBe('abc');
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
