import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signingSecret, token } from '../../support/commands/run-bench.ts';
import { expectCivil } from '../../support/time/civil.ts';
import { type GoUpBench, startGoUpBench } from './bench.ts';

const cloudName = 'signalpost/dev/BRIDGE_ACCESS_TOKEN';

describe('signalpost secrets', () => {
  let bench: GoUpBench;
  beforeAll(async () => {
    bench = await startGoUpBench();
  });
  beforeEach(() => bench.account.secrets.clear());
  afterAll(() => bench.close());

  const set = (name: string, input: string, ...flags: string[]) =>
    bench.run(['secrets', 'set', name, '--stage', 'dev', ...flags], { input });

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
    bench.account.secrets.set(cloudName, { value: 'older', tags: {}, markedForDeletion: false });

    const { exitCode, stdout } = await set('BRIDGE_ACCESS_TOKEN', token);

    expect(exitCode).toBe(0);
    expect(stdout).toContain('within five minutes');
    expect(bench.account.secrets.get(cloudName)?.value).toBe(token);
  });

  it('takes back that one was marked for deletion', async () => {
    const stored = { value: 'older', tags: {}, markedForDeletion: true };
    bench.account.secrets.set(cloudName, stored);

    const { exitCode, stdout } = await set('BRIDGE_ACCESS_TOKEN', token, '--json');

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ name: 'BRIDGE_ACCESS_TOKEN', secret: cloudName, did: 'restored' });
    expect(stored).toMatchObject({ value: token, markedForDeletion: false });
  });

  it.each([
    ['BRIDGE_ACCESS_TOKEN', `${token}\n\n`, 'begins or ends with white space'],
    ['BRIDGE_ACCESS_TOKEN', `Bearer ${token}`, 'begins with the word Bearer'],
    ['DIGEST_SIGNING_SECRET', token, 'has no known prefix'],
    ['BRIDGE_ACCES_TOKEN', token, 'did you mean BRIDGE_ACCESS_TOKEN?'],
  ])('stores nothing for %s when %j is no value for it', async (name, input, sentence) => {
    const result = await set(name, input);

    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain(sentence);
    expect(bench.account.secrets.size).toBe(0);
    expectCivil(result);
  });

  it('lists each name with whether it is there, never a value', async () => {
    bench.account.secrets.set('signalpost/dev/DIGEST_SIGNING_SECRET', {
      value: signingSecret,
      tags: {},
      markedForDeletion: false,
    });

    const list = await bench.run(['secrets', 'list', '--stage', 'dev']);
    const { stdout } = await bench.run(['secrets', 'list', '--stage', 'dev', '--json']);

    expect(list.exitCode).toBe(0);
    expect(list.stdout.split('\n').slice(0, 2)).toEqual([
      'BRIDGE_ACCESS_TOKEN (api.token): is missing; to set it: signalpost secrets set BRIDGE_ACCESS_TOKEN --stage dev',
      expect.stringMatching(
        /^DIGEST_SIGNING_SECRET \(route crm\): stored since 2026-\d\d-\d\d, changed 2026-/,
      ),
    ]);
    expect(JSON.parse(stdout).secrets).toMatchObject([{ state: 'missing' }, { state: 'there' }]);
    expectCivil(list);
  });

  it('sends whoever names no stage to .env', async () => {
    const result = await bench.run(['secrets', 'set', 'BRIDGE_ACCESS_TOKEN'], { input: token });

    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain('a line in .env: BRIDGE_ACCESS_TOKEN=…');
  });
});
