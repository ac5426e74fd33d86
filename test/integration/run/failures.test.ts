import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CliResult, runCli } from '../../support/cli.ts';
import { listAllSignals } from '../../support/listed-signals.ts';
import { startReceiver } from '../../support/receiver.ts';
import {
  type BenchState,
  countsOf,
  type RunBench,
  signingSecret,
  startRunBench,
  token,
} from '../../support/run-bench.ts';

/** Nobody listens there; not 1 or 9, which `fetch` refuses by itself. */
const deadPort = 2;
const wrongToken = 'wrong-77aa20c1f9';

let bench: RunBench;
let state: BenchState;
let listed: string[];
beforeAll(async () => {
  bench = await startRunBench({ buyers: 3, signals: 60 });
  listed = await listAllSignals(bench.sandbox, bench.buyerIds);
});
afterAll(() => bench.close());

/** The sentences on stderr; the lines of progress are none. */
function sentences({ stderr }: CliResult): string[] {
  return stderr.split('\n').filter((line) => line.startsWith('signalpost: '));
}

function expectCivil(result: CliResult): void {
  expect(result.stderr).not.toMatch(/^\s+at .+:\d+:\d+/m);
  for (const secret of [token, wrongToken, signingSecret, signingSecret.slice(6, 30), 'hook-5d1e']) {
    expect(result.stdout + result.stderr).not.toContain(secret);
  }
}

describe('a run in trouble', () => {
  const secretUrlRoute = {
    id: 'all',
    match: {},
    when: 'immediately',
    to: { type: 'webhook', url: { secret: 'HOOK_URL' }, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } },
  };
  /** With something in the address that must not be told. */
  const hookUrl = () => `${bench.inbox.urlOf('hook-5d1e')}`;
  const once = (env: Readonly<Record<string, string>>) => state.run(['run', '--once', '--json'], env);
  beforeAll(() => {
    state = bench.newState();
  });
  beforeEach(() => {
    state.configure({ routes: [secretUrlRoute] });
  });

  it('tells of a wrong token: what is wrong, and the mend', async () => {
    const result = await once({ BRIDGE_ACCESS_TOKEN: wrongToken, HOOK_URL: hookUrl() });

    expect(result.exitCode).toBe(1);
    expect(sentences(result)).toContain(
      'signalpost: secret BRIDGE_ACCESS_TOKEN: put a valid access token into it',
    );
    expect(sentences(result)).toContainEqual(
      expect.stringContaining('answered 401: the access token is missing, wrong or has run out'),
    );
    expect(countsOf(result)).toMatchObject({ buyersPolled: 0, signalsRecorded: 0 });
    expectCivil(result);
  });

  it('tells of an API that can not be reached in one sentence', async () => {
    state.configure({
      api: { baseUrl: `http://127.0.0.1:${deadPort}`, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      routes: [secretUrlRoute],
    });

    const result = await once({ HOOK_URL: hookUrl() });

    expect(result.exitCode).toBe(1);
    expect(sentences(result)).toHaveLength(1);
    expect(result.stderr).toContain('no answer came (ECONNREFUSED)');
    expectCivil(result);
  });

  it('names each secret that is missing, before it asks anybody anything', async () => {
    const before = bench.sandbox.counts().total;

    const result = await once({ DIGEST_SIGNING_SECRET: '', BRIDGE_ACCESS_TOKEN: '' });

    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    for (const name of ['BRIDGE_ACCESS_TOKEN', 'DIGEST_SIGNING_SECRET', 'HOOK_URL']) {
      expect(result.stderr).toContain(`the secret ${name} is`);
    }
    expect(bench.sandbox.counts().total).toBe(before);
    expectCivil(result);
  });

  it('keeps digests whose destination refuses the connection', async () => {
    const result = await once({ HOOK_URL: `http://127.0.0.1:${deadPort}/hook-5d1e` });

    expect(result.exitCode).toBe(1);
    expect(sentences(result)).toEqual([
      expect.stringMatching(/^signalpost: route all: .*no connection could be made \(ECONNREFUSED\)/),
    ]);
    expect(countsOf(result).signalsRecorded).toBe(listed.length);
    expect(countsOf(result).digestsPending).toBeGreaterThan(0);
    expectCivil(result);
  });

  it('keeps digests whose destination answers 500', async () => {
    bench.inbox.answer = () => ({ status: 500, body: `it was ${signingSecret}` });

    const result = await once({ HOOK_URL: hookUrl() });

    bench.inbox.answer = undefined;
    expect(result.exitCode).toBe(1);
    expect(sentences(result)).toEqual([expect.stringMatching(/^signalpost: route all: .*answered 500/)]);
    expect(bench.inbox.requests.length).toBeGreaterThan(0);
    expect(countsOf(result).digestsDelivered).toBe(0);
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

    expect(result.exitCode).toBe(1);
    expect(sentences(result)).toContainEqual(
      expect.stringMatching(/route all: .*is plain http; write https/),
    );
    expect(bench.inbox.requests).toHaveLength(before);
    expectCivil(result);
  });

  it('has lost nothing: the next good run delivers everything once', async () => {
    const result = await once({ HOOK_URL: hookUrl() });

    expect(result.exitCode, result.stderr).toBe(0);
    expect(sentences(result)).toEqual([]);
    expect(bench.inbox.signals().sort()).toEqual(listed);
    expect(bench.inbox.problems).toEqual([]);
    expect(countsOf(result)).toMatchObject({ signalsRecorded: 0, digestsPending: 0 });
  });
});

describe('a destination that wants no more', () => {
  let before: number;
  beforeAll(async () => {
    state = bench.newState();
    before = bench.inbox.signals().length;
    bench.inbox.answer = () => ({ status: 410 });
    const result = await state.runOnce();
    bench.inbox.answer = undefined;

    expect(result.exitCode).toBe(1);
    expect(sentences(result)).toEqual([
      expect.stringMatching(/^signalpost: route all: disabled \(answered 410.*signalpost resume all$/),
    ]);
    expectCivil(result);
  });

  it('has its route disabled, which `signalpost routes` shows with the reason', async () => {
    const text = await state.run(['routes']);
    const json = await state.run(['routes', '--json']);

    expect([text.exitCode, json.exitCode]).toEqual([0, 0]);
    expect(text.stdout).toContain('all (webhook): disabled, answered 410');
    const { routes } = JSON.parse(json.stdout);
    expect(routes).toMatchObject([{ id: 'all', state: 'DISABLED', reason: expect.stringContaining('410') }]);
    expect(routes[0].digests.length + routes[0].signalsWaiting).toBeGreaterThan(0);
  });

  it('is not called again, while what is new is kept', async () => {
    const requests = bench.inbox.requests.length;
    await bench.control('signals', { count: 4 });
    listed = await listAllSignals(bench.sandbox, bench.buyerIds);

    const result = await state.runOnce();

    expect(result.exitCode).toBe(1);
    expect(countsOf(result)).toMatchObject({ signalsRecorded: 4, digestsDelivered: 0 });
    expect(countsOf(result).digestsPending).toBeGreaterThan(0);
    expect(bench.inbox.requests).toHaveLength(requests);
  });

  it('gets everything once after a resume', async () => {
    const resumed = await state.run(['resume', 'all']);
    const result = await state.runOnce();

    expect(resumed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('route all is enabled') });
    expect(result.exitCode, result.stderr).toBe(0);
    expect(bench.inbox.signals().slice(before).sort()).toEqual(listed);
    expect(bench.inbox.problems).toEqual([]);
  });
});

it('keeps a message that Slack can not read until a redrive, and delivers it then', async () => {
  let answer = { status: 400, body: 'invalid_payload' };
  const slack = await startReceiver({ answers: () => answer });
  const env = { SLACK_WEBHOOK_URL: `${slack.url}/T00/B00/hook-5d1e` };
  const alone = bench.newState();
  alone.configure({
    watch: { buyers: bench.buyerIds.slice(0, 1), firstRun: 'send-all' },
    routes: [
      {
        id: 'sales',
        when: { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' },
        to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
      },
    ],
  });

  const dead = await alone.run(['run', '--once', '--json'], env);
  const attempts = slack.requests.length;
  const again = await alone.run(['run', '--once', '--json'], env);
  const attemptsAgain = slack.requests.length - attempts;
  answer = { status: 200, body: 'ok' };
  const redriven = await alone.run(['redrive', 'sales', '--json']);
  const sent = await alone.run(['run', '--once', '--json'], env);
  await slack.close();

  expect(dead.exitCode).toBe(1);
  expect(sentences(dead)).toEqual([
    expect.stringMatching(/route sales: .*invalid_payload; it is kept for a redrive/),
  ]);
  expectCivil(dead);
  const digests = countsOf(dead).digestsPending;
  expect(digests).toBeGreaterThan(0);
  expect(attempts).toBeGreaterThanOrEqual(digests);
  expect(attemptsAgain).toBe(0);
  expect(countsOf(again)).toMatchObject({ digestsDelivered: 0, digestsPending: digests });
  expect(JSON.parse(redriven.stdout)).toEqual({ routeId: 'sales', digestsReleased: digests });
  expect(sent.exitCode, sent.stderr).toBe(0);
  expect(countsOf(sent)).toMatchObject({ digestsDelivered: digests, digestsPending: 0 });
  const bodies = slack.requests.map(({ body }) => body);
  expect(bodies.slice(attempts)).toHaveLength(digests);
  for (const body of bodies.slice(attempts)) expect(bodies.slice(0, attempts)).toContain(body);
});

describe('a command that can not begin', () => {
  beforeAll(() => {
    state = bench.newState();
    writeFileSync(join(state.directory, 'broken.json'), '{\n  "api": {,\n}');
    writeFileSync(join(state.directory, 'throws.ts'), "throw new Error('not today');");
  });

  it('names every wrong field, what was found and the mend', async () => {
    const to = { type: 'slack', webhookUrl: { secret: signingSecret } };
    state.configure({
      api: { baseUrl: 'ftp://bridge.example', token },
      watch: { buyers: ['not-a-uuid'], evry: '5 minutes', firstRun: { sendLast: '5 days' } },
      routes: [{ id: 'Sales', when: 'sometimes', to }],
    });

    const result = await state.runOnce();

    expect(result).toMatchObject({ exitCode: 2, stdout: '' });
    for (const field of [
      'api.baseUrl: found ',
      'api.token: found ',
      'watch.buyers[0]: found "not-a-uuid"',
      'did you mean "every"?',
      'watch.firstRun.sendLast: found "5 days"',
      'routes[0].id: found "Sales"',
      'routes[0].when: found "sometimes"',
      'routes[0].to.webhookUrl.secret: found ',
    ]) {
      expect(result.stderr).toContain(field);
    }
    expectCivil(result);
  });

  it.each([
    ['a config file that is not there', 'run --config nowhere.json', 'nowhere.json: there is no such file'],
    ['a config that is no JSON', 'run --config broken.json', 'broken.json: is not JSON at line 2'],
    ['a config that throws', 'run --config throws.ts', 'throws.ts: could not be run (line 1)'],
    ['a config of an unknown kind', 'run --config config.yaml', 'name a .ts, .mjs or .json file'],
    ['a state that is a file', 'routes --config config.json --state broken.json', '--state: broken.json'],
    ['an unknown route', 'resume nowhere --config config.json', 'no route is called "nowhere"'],
    ['an unknown flag', 'run --twice', "unknown option '--twice'"],
    ['a number that is none', 'sandbox --port x', 'give a whole number from 0 to 65535'],
    ['an unknown command', 'deliver', "unknown command 'deliver'"],
  ])('ends with 2 and a sentence for %s', async (_what, line, sentence) => {
    state.configure();

    const result = await runCli(line.split(' '), { cwd: state.directory });

    expect(result).toMatchObject({ exitCode: 2, signal: null, stdout: '' });
    expect(result.stderr).toContain(sentence);
    expectCivil(result);
  });
});
