import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPythonPrograms } from '../../support/commands/python-programs.ts';
import { startAwsCalls } from './aws-calls.ts';
import { type Destination, startDestination } from './destination.ts';
import { startEmulator } from './emulator.ts';
import { step } from './story.ts';
import { startUpstream } from './upstream.ts';

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** All that the chapters of the test act on. */
export type Scene = Awaited<ReturnType<typeof setScene>>;

/** Starts everything; `atEnd` takes what ends it, to be called last first. */
export async function setScene(signal: AbortSignal, atEnd: (end: () => Promise<void> | void) => void) {
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
  const clone = join(workspace, 'clone');
  return {
    stage: 'dev',
    /** A copy of the project, in which a newcomer follows the docs, and the config that they write there. */
    clone,
    config: join(clone, 'signalpost.config.ts'),
    buyers: upstream.world.buyers.map(({ buyerId }) => buyerId),
    signingSecret: `whsec_${randomBytes(32).toString('base64')}`,
    upstream,
    /** The webhook's; the others are those of Slack and of the alarms. */
    destination,
    slack,
    alarmReceiver,
    emulator,
    aws,
    /** A directory of its own, gone in the end. */
    workspace,
    /** Aborts when the test is to end early. */
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
