import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { functions, type QueueName, queues } from '../../../functions/wiring.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import type { DigestPointer } from '../../../shared/domain/digests/delivery.ts';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import { createLedger, type Ledger } from '../../../shared/ledger/ledger.ts';
import type { StageManifest } from '../../../shared/runtime/stage-names.ts';
import { systemClock, systemRandom } from '../../../shared/runtime/system.ts';
import { type FakeAccount, startFakeAccount } from '../../support/aws/aws-account.ts';
import { type QueueServer, startQueueServer } from '../../support/aws/queue-server.ts';
import { runCli, startCli } from '../../support/commands/cli.ts';
import {
  type BenchState,
  type RunBench,
  signingSecret,
  startRunBench,
  webhookRoute,
} from '../../support/commands/run-bench.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { freezeOldest, settleDue } from '../../support/ledger/digests.ts';
import { dynamoDbIsHere, type LocalDynamoDb, startDynamoDb } from '../../support/ledger/dynamodb.ts';

/** The CLI on a stage: a table and queues that behave as AWS's, and loopback for the stacks and the functions. */
describe.skipIf(!dynamoDbIsHere())('a deployed stage', () => {
  let bench: RunBench;
  let state: BenchState;
  let dynamoDb: LocalDynamoDb;
  let queueServer: QueueServer;
  let server: FakeAccount;
  let ledger: Ledger;
  let tables = 0;
  beforeAll(async () => {
    [bench, dynamoDb, queueServer, server] = await Promise.all([
      startRunBench({ buyers: 1, signals: 1 }),
      startDynamoDb(),
      startQueueServer(),
      startFakeAccount(),
    ]);
    for (const name of Object.keys(queues) as QueueName[]) await queueServer.create(name, queues[name]);
    await queueServer.create('schedules', queues.poll);
  });
  beforeEach(async () => {
    state = bench.newState();
    tables += 1;
    const tableName = await dynamoDb.createTable(`stage-${tables}`);
    const table = createDynamoDbTable({ client: dynamoDb.client, tableName });
    ledger = createLedger({ table, clock: systemClock, random: systemRandom });
    writeManifest(manifest());
    deploysConfig({});
  });
  afterEach(() => {
    server.answer = () => ({});
  });
  afterAll(async () => {
    await Promise.all([bench.close(), dynamoDb.close(), queueServer.close(), server.close()]);
  });

  function manifest(): StageManifest {
    const urls = (Object.keys(queues) as QueueName[]).map((name) => [name, queueServer.urlOf(name)]);
    return {
      version: 1,
      functions: Object.fromEntries(Object.keys(functions).map((name) => [name, `deployed-${name}`])),
      queues: Object.fromEntries(urls) as StageManifest['queues'],
      deadLetters: { work: queueServer.urlOf('poll-dead'), ticks: queueServer.urlOf('schedules-dead') },
      table: `stage-${tables}`,
      configFingerprint: '',
      secrets: {},
    };
  }

  function writeManifest(changed: object): void {
    server.parameters.set('/signalpost/prod/manifest', JSON.stringify(changed));
  }

  function environmentOf(): Record<string, string> {
    return {
      ...server.environment,
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.endpoint,
      AWS_ENDPOINT_URL_SQS: new URL(queueServer.urlOf('poll')).origin,
    };
  }

  /** The stage runs this config, whatever the file beside the command says. */
  function deploysConfig(changes: Parameters<BenchState['configure']>[0]): void {
    state.configure(changes);
    const file = readFileSync(join(state.directory, 'config.json'), 'utf8');
    const config = checkConfig(JSON.parse(file));
    server.answer = (functionName, event) =>
      functionName === 'deployed-compose-digests' &&
      isDeepStrictEqual(event, { readConfig: true, dryRun: true })
        ? { config }
        : {};
  }

  const stageFlags = ['--config', 'config.json', '--stage', 'prod'];
  /** With `--stage prod`, and without the bench's `--state`. */
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runCli([...args, ...stageFlags], { cwd: state.directory, env: { ...environmentOf(), ...env } });

  /** A signal that waits for a digest of the route `all`. */
  async function record(now = systemClock.now()): Promise<void> {
    await ledger.signals.record(exampleNewSignal(1, { firstSeenAt: now, routeIds: ['all'] }));
  }

  /** A digest of the route `all`, due now. */
  async function freeze(now = systemClock.now()): Promise<DigestPointer> {
    await record(now);
    const pointer = { routeId: 'all', slot: new Date(now).toISOString(), part: 1 };
    await freezeOldest(ledger, pointer, now);
    return pointer;
  }

  it('is previewed by what reads a table and finds its name, and by nothing else', async () => {
    await record();
    const [calls, invoked] = [server.calls.length, server.invoked.length];

    const { exitCode, stdout, stderr } = await run(['preview', '--json']);

    expect(exitCode, stderr).toBe(0);
    const { routes } = JSON.parse(stdout);
    expect(routes).toMatchObject([
      { routeId: 'all', parts: [{ signals: 1 }], goes: [{ rowId: expect.any(String) }] },
    ]);
    expect(new Set(server.calls.slice(calls))).toEqual(new Set(['GetParameter']));
    expect(server.invoked.length).toBe(invoked);
  });

  it('sends a test with the secrets of the stage, and names the command that sets a missing one', async () => {
    const id = 'signalpost/prod/destinations';
    const before = bench.inbox.requests.length;

    const missing = await run(['test', 'all']);
    const value = JSON.stringify({ DIGEST_SIGNING_SECRET: signingSecret });
    server.secrets.set(id, { value, tags: {}, markedForDeletion: false });
    const sent = await run(['test', 'all']);
    server.secrets.delete(id);

    expect(missing.exitCode).toBe(1);
    expect(missing.stderr).toMatch(
      /the secret DIGEST_SIGNING_SECRET is not in signalpost\/prod\/destinations; set it: .+ secrets set DIGEST_SIGNING_SECRET .*--stage prod/,
    );
    expect(sent.exitCode, sent.stderr).toBe(0);
    expect(bench.inbox.requests.length).toBe(before + 1);
    expect(bench.inbox.problems).toEqual([]);
  });

  describe('is invoked', () => {
    it('with the event as given, and its answer is printed alone on stdout', async () => {
      server.answer = (_, event) => ({ got: event });

      const { exitCode, stdout, stderr } = await run(['invoke', 'plan-polls', '--dry-run']);

      expect(exitCode, stderr).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ got: { dryRun: true } });
      expect(server.invoked.at(-1)).toEqual({ functionName: 'deployed-plan-polls', event: { dryRun: true } });
      expect(stderr).toMatch(/^plan-polls on prod: answered after \d+\.\d s\n$/);
    });

    it("and ends with 1 and the function's own sentence when that failed, without what may be a secret", async () => {
      server.answer = () => {
        throw new Error('the API rejects the access token=tok-0123456789abcdef');
      };

      const { exitCode, stdout, stderr } = await run(['invoke', 'plan-polls']);

      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toBe(
        'signalpost: plan-polls failed on prod: the API rejects the access token=[redacted]\n',
      );
    });

    const deploy = 'npm run -s signalpost -- deploy --config config.json --stage prod';
    it.each([
      ['plan-polls', `deploy this version with ${deploy}`],
      ['tell-alarm', `it needs alarms.to: add that to the config if it is missing, then ${deploy}`],
    ] as const)('only by functions that it has, and says how it gets %s', async (name, fix) => {
      const { [name]: _, ...others } = manifest().functions;
      writeManifest({ ...manifest(), functions: others });

      const { exitCode, stderr } = await run(['invoke', name]);

      expect(exitCode).toBe(2);
      expect(stderr).toBe(`signalpost: --stage: prod has no function ${name} yet; ${fix}\n`);
    });
  });

  describe('tells how it goes', () => {
    it('with its queues, its routes and what needs attention, each with the command for this stage', async () => {
      const now = systemClock.now();
      await ledger.routes.disable('all', 'no_service', now);
      const held = { to: 'HELD', reason: 'no_service', lookAgainAt: now + 3_600_000 } as const;
      await settleDue(ledger, await freeze(now), now, held);
      await queueServer.client.send(
        new SendMessageCommand({ QueueUrl: queueServer.urlOf('poll-dead'), MessageBody: '{}' }),
      );

      const { exitCode, stdout, stderr } = await run(['status', '--json']);

      expect(exitCode, stderr).toBe(1);
      const status = JSON.parse(stdout);
      expect(status).toMatchObject({ stage: 'prod', lastTickAt: null, buyersKnown: 1 });
      expect(status.queues).toMatchObject({ deadLetters: 1, missedTicks: 0 });
      expect(status.queues.work.map(({ name }: { name: string }) => name)).toEqual(Object.keys(queues));
      expect(status.routes).toMatchObject([{ id: 'all', state: 'DISABLED', digestsKept: 1, digestsDead: 0 }]);
      const disabled =
        /disabled since .{16} UTC \(no_service\), 1 digest waiting: fix the destination, then: npm run -s signalpost -- resume all --config config.json --stage prod/;
      expect(status.needs).toEqual([
        'nothing was polled yet; ' +
          'to try it now: npm run -s signalpost -- invoke plan-polls --config config.json --stage prod',
        '1 dead letter: docs/runbook.md says what to look at under "Dead letters"',
        expect.stringMatching(new RegExp(`^route all: ${disabled.source}$`)),
      ]);
    });

    it('with the queues that it has alone, and where others may call it', async () => {
      const { events: _, urgent: __, ...own } = manifest().queues;
      const doorUrl = 'https://abc.lambda-url.us-east-1.on.aws/';
      writeManifest({ ...manifest(), queues: own, doorUrl });
      deploysConfig({ inbound: { slack: { signingSecret: { secret: 'SLACK_SIGNING_SECRET' } } } });

      const [told, json] = [await run(['status']), await run(['status', '--json'])];

      expect(told.stdout).toContain(`\n  takes calls at    ${doorUrl}slack\n`);
      const status = JSON.parse(json.stdout);
      expect(status.takesCallsAt).toEqual([`${doorUrl}slack`]);
      expect(status.queues.work.map(({ name }: { name: string }) => name)).toEqual(Object.keys(own));
    });

    it('by the page, which reads it and can change nothing', async () => {
      await ledger.routes.register(['all']);
      await freeze();
      const page = startCli(['page', '--page-port', '0', ...stageFlags], {
        cwd: state.directory,
        env: environmentOf(),
      });
      const [, url = ''] = await page.told(/Open (http:\S+)\nIt only shows/);
      const ask = (path: string, init?: RequestInit) =>
        fetch(Object.assign(new URL(url), { pathname: `/api/${path}` }), init);
      const get = async (path: string) => (await ask(path)).json();

      expect(await get('page')).toMatchObject({ place: 'stage prod', acts: false, live: false });
      expect(await get('now')).toMatchObject({ routes: [{ routeId: 'all' }], running: null });
      expect(await get('digests')).toMatchObject({ digests: [{ routeId: 'all', state: 'FROZEN' }] });
      expect((await ask('actions/pause', { method: 'POST' })).status).toBe(404);
      page.kill('SIGINT');
      expect((await page.ended).exitCode).toBe(0);
    });

    it('in a process of its own, which ends although AWS would keep its connections', async () => {
      const own = startCli(['status', ...stageFlags], { cwd: state.directory, env: environmentOf() });

      expect((await own.ended).stdout).toMatch(/^stage prod, /);
    });
  });

  describe('is judged by the config that it runs, whatever the file here says', () => {
    beforeEach(async () => {
      await record();
      state.configure({ routes: [webhookRoute(bench.inbox, 'other')] });
    });

    it.each([[['status']], [['status', 'all']]])('by %j', async (command) => {
      const { stdout } = await run(command);

      expect(stdout).toMatch(/^all\b/m);
      expect(stdout).not.toMatch(/not in the config|no longer in the config|other/);
    });

    it.each([['pause'], ['resume'], ['resend']])(
      'by %s, which knows the routes of the stage alone',
      async (command) => {
        expect(await run([command, 'all'])).toMatchObject({ exitCode: 0, stderr: '' });
        expect(await run([command, 'other'])).toMatchObject({
          exitCode: 2,
          stderr: 'signalpost: no route is called "other"; the config that prod runs has: all\n',
        });
      },
    );
  });

  it('is not discarded from where it does not tell which config it runs', async () => {
    server.answer = () => ({});
    await record();

    const { exitCode, stderr } = await run(['discard', 'all', '--yes']);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("prod was deployed by a version that can't return its config");
    expect(await ledger.outbox.read('all', 10)).toHaveLength(1);
  });

  it.each([
    ['pause', 'all'],
    ['resume', 'all'],
    ['resend', 'all', '--since', '1 hour'],
    ['discard', 'all', '--yes'],
    ['mute', 'route', 'all', '--until', '3 days', '--because', 'a move'],
    ['unmute', 'route', 'all'],
  ])("is left as it is by %s where its table is another stage's ledger", async (...args) => {
    await ledger.owner.claim('other');

    const { exitCode, stdout, stderr } = await run(args);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/the ledger of the stage other, and prod may not.*--take-ledger-from other\n$/);
  });

  it('is read and written at the secrets that its CDK app named', async () => {
    const destinations = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:ours-AbCdEf';
    writeManifest({ ...manifest(), secrets: { destinations } });
    const value = JSON.stringify({ DIGEST_SIGNING_SECRET: signingSecret });
    server.secrets.set(destinations, { value, tags: {}, markedForDeletion: false });

    const sent = await run(['test', 'all']);
    const listed = await run(['secrets', 'list', '--json']);

    expect(sent.exitCode, sent.stderr).toBe(0);
    expect(JSON.parse(listed.stdout).secrets).toContainEqual(
      expect.objectContaining({ name: 'DIGEST_SIGNING_SECRET', storedIn: destinations, state: 'there' }),
    );
  });

  describe('is not found', () => {
    it('when it was never deployed, and the command says how', async () => {
      server.parameters.clear();

      const { exitCode, stdout, stderr } = await run(['status']);

      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
      expect(stderr).toMatch(
        /^signalpost: --stage: prod is not deployed here: .*\/signalpost\/prod\/manifest;/,
      );
      expect(stderr).toContain('npm run -s signalpost -- deploy --config config.json --stage prod');
    });

    it.each([
      ['has another form', '{"version":2}'],
      ['is not JSON', 'version 2'],
    ])('when another version deployed it, whose manifest %s', async (_, written) => {
      server.parameters.set('/signalpost/prod/manifest', written);

      const { exitCode, stderr } = await run(['status', 'all']);

      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/^signalpost: --stage: prod was deployed by another version: .*manifest;/);
    });

    it.each([
      ['credentials', { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }, 2, 'no usable credentials'],
      ['a region', { AWS_REGION: '' }, 2, 'no usable region was found'],
      ['a network', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' }, 1, "can't be reached (ECONNREFUSED)"],
    ])('without %s', async (_, over, exit, sentence) => {
      const nobody = { HOME: state.directory, AWS_EC2_METADATA_DISABLED: 'true' };

      const { exitCode, stderr } = await run(['status'], { ...nobody, ...over });

      expect(exitCode).toBe(exit);
      expect(stderr).toMatch(/^signalpost: AWS: .+\n$/);
      expect(stderr).toContain(sentence);
    });
  });
});
