import { beforeEach, describe, expect, it } from 'vitest';
import { signingSecret, token } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { expectCivil } from '../../support/time/civil.ts';
import { startGoUpBench } from './bench.ts';

const cloudName = 'signalpost/dev/BRIDGE_ACCESS_TOKEN';

describe('signalpost secrets', () => {
  const bench = openedForAll(() => startGoUpBench());
  beforeEach(() => bench.account.secrets.clear());

  const set = (name: string, input: string, ...flags: string[]) =>
    bench.run(['secrets', 'set', name, '--stage', 'dev', ...flags], { input });
  const hold = (name: string, value: string, markedForDeletion = false) =>
    bench.account.secrets.set(name, { value, tags: {}, markedForDeletion });

  it('stores what a pipe holds, without one line end, tagged as the stage is', async () => {
    const result = await set('BRIDGE_ACCESS_TOKEN', `${token}\n`);

    expect(result).toMatchObject({ exitCode: 0, stdout: `${cloudName} is stored.\n` });
    expect(bench.account.secrets.get(cloudName)).toEqual({
      value: token,
      tags: { project: 'signalpost', stage: 'dev' },
      markedForDeletion: false,
    });
    expectCivil(result);
  });

  it('changes one that is there, and says by when functions read it', async () => {
    hold(cloudName, 'older');

    const { exitCode, stdout } = await set('BRIDGE_ACCESS_TOKEN', token);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('within five minutes');
    expect(bench.account.secrets.get(cloudName)?.value).toBe(token);
  });

  it('takes back that one was marked for deletion', async () => {
    hold(cloudName, 'older', true);

    const { exitCode, stdout } = await set('BRIDGE_ACCESS_TOKEN', token, '--json');

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ name: 'BRIDGE_ACCESS_TOKEN', secret: cloudName, did: 'created' });
    expect(bench.account.secrets.get(cloudName)).toMatchObject({ value: token, markedForDeletion: false });
  });

  it('stores nothing that is no value for it', async () => {
    const result = await set('BRIDGE_ACCESS_TOKEN', `Bearer ${token}`);

    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain('begins with the word Bearer');
    expect(bench.account.secrets.size).toBe(0);
    expectCivil(result);
  });

  it.each([
    ['BRIDGE_ACCES_TOKEN --stage dev', 'did you mean BRIDGE_ACCESS_TOKEN?'],
    ['BRIDGE_ACCESS_TOKEN', "required option '--stage <name>' not specified"],
  ])('asks for no value of %s', async (line, sentence) => {
    const result = await bench.run(['secrets', 'set', ...line.split(' ')]);

    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain(sentence);
  });

  it('lists each name with whether it is there, never a value', async () => {
    hold('signalpost/dev/DIGEST_SIGNING_SECRET', signingSecret);

    const list = await bench.run(['secrets', 'list', '--stage', 'dev']);
    const { stdout } = await bench.run(['secrets', 'list', '--stage', 'dev', '--json']);

    expect(list.exitCode).toBe(0);
    expect(list.stdout.split('\n').slice(0, 2)).toEqual([
      'BRIDGE_ACCESS_TOKEN (api.token): is missing; to set it: npm run -s signalpost -- secrets set BRIDGE_ACCESS_TOKEN --config config.json --stage dev',
      expect.stringMatching(/^DIGEST_SIGNING_SECRET \(route crm\): stored, last changed 2026-/),
    ]);
    expect(JSON.parse(stdout).secrets).toMatchObject([{ state: 'missing' }, { state: 'there' }]);
    expectCivil(list);
  });
});
