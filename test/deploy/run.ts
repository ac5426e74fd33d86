/**
 * `npm run test:deploy`: the template goes by `cdk deploy` to an AWS emulator on this machine, and signals of the
 * sandbox arrive, signed, at a receiver: first by invokes, then by nothing but the deployed schedules.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { cloudSecretName } from '../../functions/wiring.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { invokeFunction, readLogTails } from './deployed-functions.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { installEmulator } from './install-emulator.ts';
import { signalsOf } from './received-digests.ts';
import { runCommand } from './run-command.ts';
import { step, waitUntil } from './story.ts';
import { addSignal, listSignals, startUpstream } from './upstream.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const cdk = join(projectRoot, 'node_modules', 'aws-cdk', 'bin', 'cdk');
const stage = 'test';
const routeId = 'crm';
const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;

const ending = new AbortController();
/** Ends what was started, last first. */
const cleanUps: (() => Promise<void> | void)[] = [];

async function main(): Promise<void> {
  const directory = join(projectRoot, '.deploy-test');
  mkdirSync(directory, { recursive: true });
  const program = await step('install the emulator', () => installEmulator(directory));
  // Outside of the project: below its package.json the emulator's own CommonJS files would be taken for modules.
  const workspace = mkdtempSync(join(tmpdir(), 'signalpost-deploy-'));
  cleanUps.push(() => rmSync(workspace, { recursive: true, force: true }));
  const upstream = await startUpstream();
  cleanUps.push(() => upstream.close());
  const receiver = await startReceiver();
  cleanUps.push(() => receiver.close());
  const emulator = await step('start the emulator', () => startEmulator(program, workspace));
  cleanUps.push(() => emulator.stop());
  try {
    const buyers = upstream.world.buyers.map(({ buyerId }) => buyerId);
    const config = writeConfig(workspace, upstream.url, receiver, buyers);
    await step('set the secrets', () => setSecrets(emulator, upstream.token));
    const names = await deploy(emulator, workspace, config);
    await story(emulator, names, upstream, receiver, buyers);
  } catch (error) {
    if (!ending.signal.aborted) await printLogs(emulator);
    throw error;
  }
}

let cleaned: Promise<void> | undefined;
/** Once, one after the other: the emulator writes into the workspace until it has ended. */
function cleanUp(): Promise<void> {
  cleaned ??= (async () => {
    for (const end of cleanUps.reverse()) await end();
  })();
  return cleaned;
}

function writeConfig(
  workspace: string,
  baseUrl: string,
  receiver: Receiver,
  buyers: readonly string[],
): string {
  const file = join(workspace, 'config.json');
  const config = {
    api: { baseUrl, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    watch: { buyers, every: '1 minute', firstRun: 'send-all' },
    hot: { topByHotness: 1 },
    routes: [
      {
        id: routeId,
        match: {},
        when: 'immediately',
        to: { type: 'webhook', url: receiver.url, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } },
      },
    ],
    local: true,
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

async function setSecrets({ endpoint }: Emulator, token: string): Promise<void> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new SecretsManagerClient({ endpoint, credentials, region: 'us-east-1' });
  const secrets = { BRIDGE_ACCESS_TOKEN: token, DIGEST_SIGNING_SECRET: signingSecret };
  for (const [name, value] of Object.entries(secrets)) {
    await client.send(new CreateSecretCommand({ Name: cloudSecretName(stage, name), SecretString: value }));
  }
  client.destroy();
}

interface FunctionNames {
  readonly planPolls: string;
  readonly composeDigests: string;
}

async function deploy(emulator: Emulator, workspace: string, config: string): Promise<FunctionNames> {
  const env = emulator.environment;
  const run = (...args: string[]) => {
    return runCommand(process.execPath, [cdk, ...args], { cwd: projectRoot, env, signal: ending.signal });
  };
  const outputs = join(workspace, 'outputs.json');
  await step('cdk bootstrap', () => run('bootstrap', 'aws://000000000000/us-east-1', '--app', ''));
  const context = ['-c', `stage=${stage}`, '-c', `config=${config}`, '--output', join(workspace, 'cdk.out')];
  const unattended = ['--require-approval', 'never', '--outputs-file', outputs, '--ci'];
  await step('cdk deploy', () => run('deploy', '--all', '--strict', ...context, ...unattended));
  const deployed = JSON.parse(readFileSync(outputs, 'utf8'))[`signalpost-${stage}-pipeline`];
  return { planPolls: deployed.PlanPollsFunctionName, composeDigests: deployed.ComposeDigestsFunctionName };
}

async function story(
  { endpoint }: Emulator,
  names: FunctionNames,
  upstream: Awaited<ReturnType<typeof startUpstream>>,
  receiver: Receiver,
  buyers: readonly string[],
): Promise<void> {
  const listed = (await Promise.all(buyers.map((buyerId) => listSignals(upstream, buyerId)))).flat();
  if (listed.length === 0) throw new Error('upstream lists no signal at all: nothing would be tested');
  const received = () => signalsOf(receiver.requests, signingSecret);
  const missing = () => {
    const there = new Set(received());
    return listed.filter((id) => !there.has(id));
  };
  const state = () => `${missing().length} of ${listed.length} signals have not arrived`;

  await step('plan-polls, invoked', () => {
    return invokeFunction(endpoint, names.planPolls, { slot: new Date().toISOString() });
  });
  await step(`${listed.length} signals arrive, each once, in signed digests`, () =>
    waitUntil(
      async () => {
        await invokeFunction(endpoint, names.composeDigests, { routeId, slot: new Date().toISOString() });
        return missing().length === 0;
      },
      { seconds: 120, state },
    ),
  );
  await step('a new signal arrives by the schedules alone', async () => {
    listed.push(await addSignal(upstream, buyers[0] as string));
    // Two rates of a minute, one after the other, and the way through two queues.
    await waitUntil(() => missing().length === 0, { seconds: 240, state });
  });
}

async function printLogs({ endpoint, logFile }: Emulator): Promise<void> {
  const tails = await readLogTails(endpoint, 15).catch((error: unknown) => {
    console.error('the logs could not be read:', error);
    return {};
  });
  for (const [group, lines] of Object.entries(tails)) console.error(`\n${group}\n${lines.join('\n')}`);
  console.error(`\nthe emulator\n${readFileSync(logFile, 'utf8').split('\n').slice(-30).join('\n')}`);
}

/** Ctrl-C, and a step that would go on for ever, end what was started too. */
function endEarly(why: string): void {
  console.error(why);
  ending.abort();
  void cleanUp().finally(() => process.exit(1));
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => endEarly(`ended by ${signal}`));
const minutes = 12;
setTimeout(() => endEarly(`not done within ${minutes} minutes`), minutes * 60_000).unref();

main()
  .catch((error: unknown) => {
    if (!ending.signal.aborted) console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  })
  .finally(cleanUp);
