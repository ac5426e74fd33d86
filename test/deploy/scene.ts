import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '../../sandbox/serve.ts';
import { installPythonPrograms } from '../support/commands/python-programs.ts';
import { type AwsCalls, startAwsCalls } from './aws-calls.ts';
import { type DeployedFunctions, deployedFunctions } from './deployed-functions.ts';
import { type Destination, startDestination } from './destination.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { step } from './story.ts';
import { startUpstream } from './upstream.ts';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
export const routeId = 'crm';

/** All that the chapters of the test act on. */
export interface Scene {
  readonly stage: string;
  /** The config's file, and what it names. */
  readonly config: string;
  readonly buyers: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly signingSecret: string;
  readonly alarmSecret: string;
  readonly upstream: Sandbox;
  readonly destination: Destination;
  readonly alarmReceiver: Destination;
  readonly emulator: Emulator;
  readonly aws: AwsCalls;
  readonly functions: DeployedFunctions;
  /** A directory of its own, gone in the end. */
  readonly workspace: string;
  /** Aborts when the test is to end early. */
  readonly signal: AbortSignal;
}

/** Starts everything; `atEnd` takes what ends it, to be called last first. */
export async function setScene(
  signal: AbortSignal,
  atEnd: (end: () => Promise<void> | void) => void,
): Promise<Scene> {
  const directory = join(projectRoot, '.deploy-test');
  mkdirSync(directory, { recursive: true });
  const programs = await step('install the emulator', () => installEmulator(directory));
  // Outside of the project: below its package.json the emulator's own CommonJS files would be taken for modules.
  const workspace = mkdtempSync(join(tmpdir(), 'signalpost-deploy-'));
  atEnd(() => rmSync(workspace, { recursive: true, force: true }));
  const upstream = await startUpstream();
  atEnd(() => upstream.close());
  const destination = await startDestination();
  atEnd(() => destination.close());
  const alarmReceiver = await startDestination();
  atEnd(() => alarmReceiver.close());
  const emulator = await step('start the emulator', () => startEmulator(programs.python, workspace));
  atEnd(() => emulator.stop());
  const aws = startAwsCalls(programs.python, emulator.environment);
  atEnd(() => aws.stop());
  const stage = 'dev';
  const functions = deployedFunctions(emulator.endpoint, stage);
  atEnd(() => functions.close());

  const [signingSecret, alarmSecret] = [makeSigningSecret(), makeSigningSecret()];
  const buyers = upstream.world.buyers.map(({ buyerId }) => buyerId);
  const plain = configOf(upstream.url, destination.url, buyers);
  const to = webhook(alarmReceiver.url, 'ALARM_SIGNING_SECRET');
  const config = join(workspace, 'config.json');
  writeFileSync(config, JSON.stringify({ ...plain, alarms: { to } }));
  return {
    stage,
    config,
    buyers,
    secrets: {
      BRIDGE_ACCESS_TOKEN: upstream.token,
      DIGEST_SIGNING_SECRET: signingSecret,
      ALARM_SIGNING_SECRET: alarmSecret,
    },
    signingSecret,
    alarmSecret,
    upstream,
    destination,
    alarmReceiver,
    emulator,
    aws,
    functions,
    workspace,
    signal,
  };
}

function configOf(baseUrl: string, url: string, buyers: readonly string[]) {
  return {
    api: { baseUrl, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    watch: { buyers, every: '1 minute', firstRun: 'send-all' },
    hot: { topByHotness: 1 },
    routes: [{ id: routeId, match: {}, when: 'immediately', to: webhook(url, 'DIGEST_SIGNING_SECRET') }],
    local: true,
  };
}

function webhook(url: string, secret: string) {
  return { type: 'webhook', url, signingSecret: { secret } };
}

function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));

export interface EmulatorPrograms {
  /** Has the emulator, and botocore, which that brings along. AWS's own CLI lies beside it. */
  readonly python: string;
}

/** The AWS emulator and AWS's own CLI, in a virtual environment below `directory`. */
async function installEmulator(directory: string): Promise<EmulatorPrograms> {
  const find = await installPythonPrograms({ directory, requirements, neededBy: 'the deploy test' });
  return { python: find('python') };
}
