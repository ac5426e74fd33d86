import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from '../../../sandbox/serve.ts';
import { installPythonPrograms } from '../../support/commands/python-programs.ts';
import { type AwsCalls, startAwsCalls } from './aws-calls.ts';
import { type DeployedFunctions, deployedFunctions } from './deployed-functions.ts';
import { type Destination, startDestination } from './destination.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { step } from './story.ts';
import { startUpstream } from './upstream.ts';

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** All that the chapters of the test act on. */
export interface Scene {
  readonly stage: string;
  /** A copy of the project, in which a newcomer follows the docs, and the config that they write there. */
  readonly clone: string;
  readonly config: string;
  readonly buyers: readonly string[];
  readonly signingSecret: string;
  readonly upstream: Sandbox;
  /** Of the webhook; the others of Slack and of the alarms. */
  readonly destination: Destination;
  readonly slack: Destination;
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
  const python = await step('install the emulator', () => installEmulator(directory));
  // Outside of the project: below its package.json the emulator's own CommonJS files would be taken for modules.
  const workspace = mkdtempSync(join(tmpdir(), 'signalpost-deploy-'));
  atEnd(() => rmSync(workspace, { recursive: true, force: true }));
  const upstream = await startUpstream();
  atEnd(() => upstream.close());
  const startOne = async (): Promise<Destination> => {
    const destination = await startDestination();
    atEnd(() => destination.close());
    return destination;
  };
  const [destination, slack, alarmReceiver] = [await startOne(), await startOne(), await startOne()];
  const emulator = await step('start the emulator', () => startEmulator(python, workspace));
  atEnd(() => emulator.stop());
  const aws = startAwsCalls(python, emulator.environment);
  atEnd(() => aws.stop());
  const stage = 'dev';
  const functions = deployedFunctions(emulator.endpoint, stage);
  atEnd(() => functions.close());

  const clone = join(workspace, 'clone');
  return {
    stage,
    clone,
    config: join(clone, 'signalpost.config.ts'),
    buyers: upstream.world.buyers.map(({ buyerId }) => buyerId),
    signingSecret: `whsec_${randomBytes(32).toString('base64')}`,
    upstream,
    destination,
    slack,
    alarmReceiver,
    emulator,
    aws,
    functions,
    workspace,
    signal,
  };
}

const requirements = fileURLToPath(new URL('../requirements.txt', import.meta.url));

/**
 * The AWS emulator and AWS's own CLI, in a virtual environment below `directory`. Gives the Python of it, which also has
 * botocore, and beside which the CLI lies.
 */
async function installEmulator(directory: string): Promise<string> {
  const find = await installPythonPrograms({ directory, requirements, neededBy: 'the deploy test' });
  return find('python');
}
