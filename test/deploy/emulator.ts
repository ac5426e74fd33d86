import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const projectPrograms = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));

export interface Emulator {
  readonly endpoint: string;
  /** For the CDK CLI and for SDK clients: the emulator instead of AWS, and no settings of this machine's user. */
  readonly environment: NodeJS.ProcessEnv;
  readonly logFile: string;
  stop(): Promise<void>;
}

/** Starts the emulator on a free port of loopback, with all its files in `directory`, and waits until it answers. */
export async function startEmulator(program: string, directory: string): Promise<Emulator> {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const environment = emulatedEnvironment(endpoint, directory);
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const logFile = join(directory, 'emulator.log');
  const log = openSync(logFile, 'w');
  const child = spawn(program, [], {
    cwd: directory,
    env: { ...environment, BIND_HOST: '127.0.0.1', GATEWAY_PORT: String(port), TMPDIR: temporary },
    stdio: ['ignore', log, log],
    // A process group of its own: the functions are processes below it, and end with it.
    detached: true,
  });
  closeSync(log);
  const stop = () => stopGroup(child);
  try {
    await waitUntilHealthy(child, endpoint);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, environment, logFile, stop };
}

function emulatedEnvironment(endpoint: string, directory: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(AWS|CDK|SIGNALPOST|NODE)_/.test(name));
  return {
    ...Object.fromEntries(own),
    // The functions run on the first `node` in the emulator's PATH.
    PATH: `${projectPrograms}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_CONFIG_FILE: join(directory, 'no-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(directory, 'no-credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_VERSION_CHECK: '1',
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  };
}

async function waitUntilHealthy(child: ChildProcess, endpoint: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  while (Date.now() < deadline) {
    if (failure) throw new Error('the emulator could not be started', { cause: failure });
    if (child.exitCode !== null)
      throw new Error(`the emulator ended with ${child.exitCode} before it answered`);
    const healthy = await fetch(`${endpoint}/_ministack/health`).then(
      (answer) => answer.ok,
      // Refused until it listens.
      () => false,
    );
    if (healthy) return;
    await sleep(100);
  }
  throw new Error('the emulator did not answer within 60 seconds');
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  signalGroup(child, 'SIGTERM');
  const inTime = await Promise.race([ended.then(() => true), sleep(5_000, false, { ref: false })]);
  // Also when it ended in time: a function that was still running then is left in its group.
  signalGroup(child, 'SIGKILL');
  if (!inTime) await ended;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-(child.pid as number), signal);
  } catch (error) {
    // ESRCH: nobody is left in the group.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
