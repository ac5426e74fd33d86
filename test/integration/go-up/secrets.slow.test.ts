import { beforeEach, describe, expect, it } from 'vitest';
import { signingSecret, token } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { expectCivil } from '../../support/time/civil.ts';
import { startGoUpBench } from './bench.ts';

const [api, destinations, alarms] = [
  'signalpost/dev/api',
  'signalpost/dev/destinations',
  'signalpost/dev/alarms',
] as const;

describe('signalpost secrets', () => {
  const bench = openedForAll(() => startGoUpBench());
  beforeEach(() => {
    bench.account.secrets.clear();
    bench.account.meanwhile = () => undefined;
  });

  const set = (name: string, input: string, ...flags: string[]) =>
    bench.run(['secrets', 'set', name, '--stage', 'dev', ...flags], { input });
  const storedIn = (id: string) => JSON.parse(bench.account.secrets.get(id)?.value ?? '{}');

  it('stores what a pipe holds, without one line end, in the scope that uses it, tagged as the stage is', async () => {
    const result = await set('BRIDGE_ACCESS_TOKEN', `${token}\n`);

    expect(result).toMatchObject({ exitCode: 0, stdout: `BRIDGE_ACCESS_TOKEN is stored in ${api}.\n` });
    expect([...bench.account.secrets.keys()]).toEqual([api]);
    expect(storedIn(api)).toEqual({
      BRIDGE_ACCESS_TOKEN: token,
      'BRIDGE_ACCESS_TOKEN.changed': expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
    });
    expect(bench.account.secrets.get(api)?.tags).toEqual({ project: 'signalpost', stage: 'dev' });
    expectCivil(result);
  });

  it('changes one of a scope and leaves the others, and says by when functions read it', async () => {
    bench.hold('destinations', { DIGEST_SIGNING_SECRET: 'older', OTHER: 'kept' });

    const { exitCode, stdout } = await set('DIGEST_SIGNING_SECRET', signingSecret);

    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      `DIGEST_SIGNING_SECRET is changed in ${destinations}; running functions read it within five minutes.\n`,
    );
    expect(storedIn(destinations)).toMatchObject({ DIGEST_SIGNING_SECRET: signingSecret, OTHER: 'kept' });
  });

  it('stores one that two scopes use in both', async () => {
    const { stdout } = await bench.run(['secrets', 'set', 'DIGEST_SIGNING_SECRET', '--stage', 'dev'], {
      input: signingSecret,
      config: 'told.json',
    });

    expect(stdout).toBe(`DIGEST_SIGNING_SECRET is stored in ${destinations} and ${alarms}.\n`);
    for (const id of [destinations, alarms])
      expect(storedIn(id)).toMatchObject({ DIGEST_SIGNING_SECRET: signingSecret });
  });

  it.each([
    ['is created', 'CreateSecret'],
    ['is stored as a version', 'PutSecretValue'],
    ['becomes the current version', 'UpdateSecretVersionStage'],
  ])('loses nothing that another set while its own value %s', async (_, operation) => {
    if (operation !== 'CreateSecret') bench.hold('destinations', { OLDER: 'kept' });
    bench.account.meanwhile = (called) => {
      if (called !== operation) return;
      bench.account.meanwhile = () => undefined;
      const older = bench.account.secrets.get(destinations);
      bench.hold('destinations', { ...storedIn(destinations), OTHER: 'set meanwhile' });
      Object.assign(bench.account.secrets.get(destinations) as object, {
        others: older?.others,
        version: 'theirs',
      });
    };

    const { exitCode } = await set('DIGEST_SIGNING_SECRET', signingSecret);

    expect(exitCode).toBe(0);
    expect(storedIn(destinations)).toMatchObject({
      ...(operation !== 'CreateSecret' && { OLDER: 'kept' }),
      OTHER: 'set meanwhile',
      DIGEST_SIGNING_SECRET: signingSecret,
    });
  });

  it('takes back a scope that was marked for deletion', async () => {
    bench.hold('api', { BRIDGE_ACCESS_TOKEN: 'older' }, true);

    const { exitCode, stdout } = await set('BRIDGE_ACCESS_TOKEN', token, '--json');

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ name: 'BRIDGE_ACCESS_TOKEN', storedIn: [api], did: 'changed' });
    expect(bench.account.secrets.get(api)?.markedForDeletion).toBe(false);
    expect(storedIn(api)).toMatchObject({ BRIDGE_ACCESS_TOKEN: token });
  });

  it.each([
    ['is no value for it', `Bearer ${token}`, 'begins with the word Bearer'],
    ['makes the scope too large', 'x'.repeat(70_000), 'its secrets would take more than 65536 bytes'],
  ])('stores nothing that %s', async (_, value, sentence) => {
    const result = await set('BRIDGE_ACCESS_TOKEN', value);

    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain(sentence);
    expect(bench.account.secrets.size).toBe(0);
    expectCivil(result);
  });

  it('overwrites nothing that it can not read, and does not show it', async () => {
    bench.account.secrets.set(api, { value: 'a plain text', tags: {}, markedForDeletion: false });

    const result = await set('BRIDGE_ACCESS_TOKEN', token);

    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain(
      `${api} is not a JSON object of names and texts; correct it in Secrets Manager`,
    );
    expect(result.stderr).not.toContain('a plain text');
    expect(bench.account.secrets.get(api)?.value).toBe('a plain text');
  });

  it('lists each name with its age, what is missing and what is not used, never a value', async () => {
    const changedAt = new Date(Date.now() - 49 * 3_600_000).toISOString();
    bench.hold('api', { BRIDGE_ACCESS_TOKEN: ' ' });
    bench.hold('destinations', {
      DIGEST_SIGNING_SECRET: signingSecret,
      'DIGEST_SIGNING_SECRET.changed': changedAt,
      OLD_KEY: 'whsec_hush',
      'OLD_KEY.changed': 'by hand',
    });

    const list = await bench.run(['secrets', 'list', '--stage', 'dev']);
    const { stdout } = await bench.run(['secrets', 'list', '--stage', 'dev', '--json']);

    expect(list.exitCode).toBe(0);
    expect(list.stdout.trimEnd().split('\n')).toEqual([
      `BRIDGE_ACCESS_TOKEN (api.token): is missing in ${api}; to set it: npm run -s signalpost -- secrets set BRIDGE_ACCESS_TOKEN --config config.json --stage dev`,
      `DIGEST_SIGNING_SECRET (route crm): in ${destinations}, set ${changedAt.slice(0, 10)} (2 days ago)`,
      `OLD_KEY: in ${destinations}, not set by signalpost; this config does not use it there: you can remove it in Secrets Manager`,
    ]);
    expect(JSON.parse(stdout).secrets).toEqual([
      {
        name: 'BRIDGE_ACCESS_TOKEN',
        storedIn: api,
        usedBy: ['api.token'],
        state: 'missing',
        changedAt: null,
      },
      {
        name: 'DIGEST_SIGNING_SECRET',
        storedIn: destinations,
        usedBy: ['route crm'],
        state: 'there',
        changedAt,
      },
      { name: 'OLD_KEY', storedIn: destinations, usedBy: [], state: 'unused', changedAt: null },
    ]);
    expect(list.stdout + stdout).not.toMatch(/whsec_/);
    expectCivil(list);
  });
});
