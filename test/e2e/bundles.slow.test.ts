import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBundle } from '../../build/bundles.ts';
import { type FunctionName, functions, type PipelineFunction } from '../../functions/wiring.ts';
import { checkConfig } from '../../shared/config/check-config.ts';
import { type DeployedBundles, deployBundles } from '../support/aws/deployed-bundles.ts';
import { signingSecret, startRunBench, token, webhookRoute } from '../support/commands/run-bench.ts';
import { eventCall, eventsKey, urlEvent } from '../support/functions/signed-calls.ts';
import { dynamoDbIsHere } from '../support/ledger/dynamodb.ts';
import { openedForAll } from '../support/opened-for-all.ts';
import { listAllSignals } from '../support/upstream/listed-signals.ts';

// Of now: under one of long ago nothing is frozen.
const slot = new Date().toISOString();
const everyone = 'a run by hand polls every buyer';
const everyonePlanned = { slot, buyers: 3, messages: 1, everyone, failed: [] };
/** What a deployment sets; the libraries ask at once whether they run in Lambda, which is none of it. */
const settings = /^(SIGNALPOST_|AWS_(REGION|ENDPOINT|ACCESS|SECRET))/;
const mostBytes = 530_000;
/** The clients of AWS's SDK that each function uses, and no others. */
const clients: Readonly<Record<FunctionName, readonly string[]>> = {
  'plan-polls': ['dynamodb', 'secrets-manager', 'sqs'],
  'poll-signals': ['dynamodb', 'secrets-manager', 'sqs'],
  'fetch-summaries': ['dynamodb', 'secrets-manager', 'sqs'],
  'compose-digests': ['dynamodb', 'sns', 'sqs'],
  'deliver-digest': ['dynamodb', 'secrets-manager'],
  'receive-events': ['dynamodb', 'secrets-manager', 'sqs'],
  'answer-clicks': ['dynamodb', 'secrets-manager'],
  'tell-alarm': ['secrets-manager'],
};
const foreignKey = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
/** More than an item of the table takes, and than the ledger keeps of a signal. */
const longText = 'Minutes of the board. '.repeat(20_000);

describe.skipIf(!dynamoDbIsHere())('the bundled functions', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 24 }));
  let deployed: DeployedBundles;
  let listed: string[];
  beforeAll(async () => {
    await bench.addSignals({ buyerId: bench.buyerIds[0], name: longText });
    listed = await listAllSignals(bench.sandbox, bench.buyerIds);
    for (const buyerId of bench.buyerIds) await bench.control(`summaries/${buyerId}`, { state: 'ready' });
    const config = checkConfig({
      api: { baseUrl: bench.sandbox.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { buyers: bench.buyerIds, firstRun: 'send-all' },
      hot: { topByHotness: 1 },
      routes: [webhookRoute(bench.inbox, 'crm')],
      alarms: { to: webhookRoute(bench.inbox, 'alarms').to },
      inbound: {
        events: { signingSecret: { secret: 'EVENTS_SIGNING_SECRET' } },
        slack: { signingSecret: { secret: 'SLACK_SIGNING_SECRET' } },
      },
      local: true,
    });
    deployed = await deployBundles(config, {
      BRIDGE_ACCESS_TOKEN: token,
      DIGEST_SIGNING_SECRET: signingSecret,
      EVENTS_SIGNING_SECRET: eventsKey,
      SLACK_SIGNING_SECRET: '8f742231b10e8888abcd99yyyzzz85a5',
    });
  });
  afterAll(async () => {
    await deployed?.stop();
  });

  const invoke = (name: PipelineFunction, event: unknown) => deployed.functions[name].invoke(event);
  /** Hands each message of a queue to its consumer, as the event source does. */
  const feed = async (
    queue: 'poll' | 'summary' | 'delivery' | 'events' | 'urgent',
    consumer: PipelineFunction,
  ) => {
    const events = await deployed.take(queue);
    for (const event of events) expect(await invoke(consumer, event)).toEqual({ batchItemFailures: [] });
    return events;
  };

  it.each(Object.keys(functions) as FunctionName[])(
    '%s is small, with its own clients of AWS alone',
    async (name) => {
      const { outputFiles, metafile } = await buildBundle(name);
      const { directory } = deployed.functions[name];
      const code = readFileSync(join(directory, 'index.js'), 'utf8');
      expect(outputFiles.map(({ text }) => text === code)).toEqual([true]);
      expect(Buffer.byteLength(code)).toBeLessThan(mostBytes);
      const sources = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
      const packages = sources.flatMap((path) => /@aws-sdk\/[^/]+/.exec(path)?.[0] ?? []);
      const named = (prefix: string) =>
        [...new Set(packages)].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
      expect(named('@aws-sdk/client-').sort()).toEqual(clients[name]);
      expect(named('@aws-sdk/credential-provider-')).toEqual(['env']);
      expect(named('@aws-sdk/token-providers')).toEqual([]);
    },
  );

  it('read no setting of theirs and open nothing when they are imported', () => {
    for (const { readAtImport, openedAtImport } of Object.values(deployed.functions)) {
      expect(readAtImport.filter((name) => settings.test(name))).toEqual([]);
      expect(openedAtImport).toBe('');
    }
    expect(deployed.account.calls).toEqual([]);
  });

  it('answer a dry run with what they would do, and do nothing', async () => {
    const plan = await invoke('plan-polls', { dryRun: true, slot });
    const poll = await invoke('poll-signals', { buyerIds: bench.buyerIds, dryRun: true });
    const compose = await invoke('compose-digests', { dryRun: true });

    const { buyerIds, ...planned } = plan as { buyerIds: string[] };
    expect(planned).toEqual(everyonePlanned);
    // A tick begins anywhere in the list, by its minute.
    expect(buyerIds.sort()).toEqual([...bench.buyerIds].sort());
    expect(poll).toMatchObject({ polled: 3, recorded: 0, failed: [] });
    const { wouldRecord } = poll as { wouldRecord: { signalId: string; routeIds: string[] }[] };
    expect(wouldRecord.map(({ signalId }) => signalId.replace('#', '/')).sort()).toEqual(listed);
    expect(new Set(wouldRecord.flatMap(({ routeIds }) => routeIds))).toEqual(new Set(['crm']));
    expect(compose).toMatchObject({
      routes: [{ routeId: 'crm', state: 'ENABLED', digests: [], delayed: [] }],
    });
    expect(await deployed.take('poll')).toEqual([]);
  });

  it('bring every signal to the receiver once, signed, by their queues', async () => {
    const plan = await invoke('plan-polls', { slot });
    const polls = await feed('poll', 'poll-signals');
    const summaries = await feed('summary', 'fetch-summaries');
    const compose = await invoke('compose-digests', { routeId: 'crm' });
    const due = await invoke('deliver-digest', { dryRun: true });
    const deliveries = await feed('delivery', 'deliver-digest');

    expect(plan).toEqual(everyonePlanned);
    expect(polls).toHaveLength(1);
    expect(summaries.flatMap(({ Records }) => Records)).toHaveLength(3);
    const { routes } = compose as { routes: { delayed: object[]; digests: { signals: number }[] }[] };
    expect(routes[0]?.delayed).toEqual([]);
    expect(routes[0]?.digests.reduce((sum, { signals }) => sum + signals, 0)).toBe(listed.length);
    const { wouldDeliver } = due as { wouldDeliver: object[] };
    expect(wouldDeliver).toHaveLength(routes[0]?.digests.length ?? 0);
    expect(wouldDeliver[0]).toMatchObject({ routeId: 'crm', part: 1 });
    expect(deliveries.flatMap(({ Records }) => Records)).toHaveLength(routes[0]?.digests.length ?? 0);
    expect(bench.inbox.signals().sort()).toEqual(listed);
    expect(bench.inbox.buyers().some(({ summaryStatus }) => summaryStatus === 'ready')).toBe(true);
    expect(bench.inbox.problems).toEqual([]);
  });

  it('take a signed event once, and refuse a forged one without a line of log', async () => {
    const inbound = deployed.functions['receive-events'];
    const hint = { type: 'signals.changed', data: { buyerIds: bench.buyerIds.slice(0, 1) } };
    const signed = urlEvent(eventCall('msg_1', Date.now(), hint));
    const forged = urlEvent(eventCall('msg_2', Date.now(), hint, foreignKey));

    expect(await invoke('receive-events', forged)).toMatchObject({ statusCode: 401 });
    expect(inbound.logs()).toBe('');
    expect(await invoke('receive-events', signed)).toMatchObject({ statusCode: 202 });
    expect(await invoke('receive-events', signed)).toMatchObject({ statusCode: 202 });
    expect((await feed('events', 'plan-polls')).flatMap(({ Records }) => Records)).toHaveLength(1);
    await feed('urgent', 'poll-signals');
  });

  it('name what is wrong with an event, and nothing of the code', async () => {
    await expect(invoke('poll-signals', { buyerIds: ['x'] })).rejects.toMatchObject({
      name: 'ArgumentError',
      message: expect.stringContaining('buyerIds'),
      stack: '',
    });
    await expect(invoke('compose-digests', { routeId: 'nowhere' })).rejects.toMatchObject({
      message: expect.stringContaining('there are: crm'),
    });
  });

  it('log as JSON, without a secret or a text of the service', () => {
    const logs = Object.values(deployed.functions).map((one) => one.logs());
    const lines = logs.flatMap((log) => log.split('\n').filter((line) => line !== ''));

    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(typeof JSON.parse(line)).toBe('object');
    for (const secret of [
      token,
      signingSecret,
      signingSecret.slice(6, 30),
      eventsKey,
      'Minutes of the board',
    ]) {
      expect(logs.join('\n')).not.toContain(secret);
    }
  });
});
