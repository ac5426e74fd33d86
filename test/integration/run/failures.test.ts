import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { expectCivil, secretPath, sentences } from '../../support/time/civil.ts';

/** Nobody listens there; not 1 or 9, which `fetch` refuses by itself. */
const deadPort = 2;

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 60 }));
let state: BenchState;

describe('a run in trouble', () => {
  const secretUrlRoute = {
    id: 'all',
    match: {},
    when: 'immediately',
    to: { type: 'webhook', url: { secret: 'HOOK_URL' }, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } },
  };
  /** With something in the address that must not be told. */
  const hookUrl = () => bench.inbox.urlOf(secretPath);
  const once = (env: Readonly<Record<string, string>>) => state.run(['run', '--once', '--json'], env);
  beforeAll(() => {
    state = bench.newState();
  });
  beforeEach(() => {
    state.configure({ routes: [secretUrlRoute] });
  });

  it('tells of an API that can not be reached in one sentence', async () => {
    state.configure({
      api: { baseUrl: `http://127.0.0.1:${deadPort}`, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      routes: [secretUrlRoute],
    });

    const result = await once({ HOOK_URL: hookUrl() });

    expect(result.exitCode).toBe(1);
    expect(JSON.parse(result.stdout).failures).toEqual([
      expect.stringMatching(
        /^buyer .+: listBuyerSignals: no complete answer came \(ECONNREFUSED\) from http:.+; check/,
      ),
    ]);
    expectCivil(result);
  });

  it('names each secret that is missing, before it asks anybody anything', async () => {
    const before = bench.calls();

    const result = await once({ DIGEST_SIGNING_SECRET: '', BRIDGE_ACCESS_TOKEN: '' });

    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    for (const name of ['BRIDGE_ACCESS_TOKEN', 'DIGEST_SIGNING_SECRET', 'HOOK_URL']) {
      expect(result.stderr).toContain(`the secret ${name} is`);
    }
    expect(bench.calls()).toBe(before);
    expectCivil(result);
  });

  it('refuses a plain http address in a secret without permission, and sends nothing to it', async () => {
    const before = bench.inbox.requests.length;
    // Not this machine by name, so that the config without "local" is taken; and nobody listens there.
    const baseUrl = `https://0.0.0.0:${deadPort}`;
    state.configure({
      api: { baseUrl, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      routes: [secretUrlRoute],
      local: false,
    });

    const result = await once({ HOOK_URL: hookUrl() });

    expect(result.exitCode).toBe(2);
    expect(sentences(result)).toEqual([
      expect.stringMatching(/^signalpost: secret HOOK_URL: the address in it is plain http; write https/),
    ]);
    expect(bench.inbox.requests).toHaveLength(before);
    expectCivil(result);
  });
});
