import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { makeSelfSigned } from '../../support/destinations/self-signed.ts';
import { findFreePort } from '../../support/loopback.ts';

const script = fileURLToPath(new URL('run-emulator.py', import.meta.url));
const projectPrograms = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url));

const region = 'us-east-1';

/**
 * Starts the emulator on a free port of loopback, with all its files in `directory`, and waits until it answers. Every
 * call is checked against the policies of who makes it. That needs TLS: the queues' own policies deny plain http.
 */
export async function startEmulator(python: string, directory: string) {
  const port = await findFreePort();
  const endpoint = `https://127.0.0.1:${port}`;
  const tls = writeCertificate(directory);
  // Where a program would go that does not heed the environment.
  writeFileSync(join(directory, 'aws-config'), '[default]\nregion = eu-central-1\n');
  const environment = emulatedEnvironment(endpoint, directory, tls.certificate, dirname(python));
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const logFile = join(directory, 'emulator.log');
  const log = openSync(logFile, 'w');
  const child = spawn(python, [script], {
    cwd: directory,
    env: {
      ...environment,
      AUTH: 'true',
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_SSL_CERT: tls.certificate,
      MINISTACK_SSL_KEY: tls.key,
      TMPDIR: temporary,
      USE_SSL: '1',
    },
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
  return {
    endpoint,
    /** For programs that call AWS: the emulator instead, and no settings of this machine's user. */
    environment,
    logFile,
    stop,
  };
}

/** Made anew for each run; this process trusts it from now on, as the others do by their environment. */
function writeCertificate(directory: string): { readonly certificate: string; readonly key: string } {
  const { cert, key } = makeSelfSigned(['localhost', '*.localhost', '127.0.0.1']);
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  const files = { certificate: join(directory, 'certificate.pem'), key: join(directory, 'key.pem') };
  writeFileSync(files.certificate, cert);
  writeFileSync(files.key, key, { mode: 0o600 });
  return files;
}

function emulatedEnvironment(
  endpoint: string,
  directory: string,
  certificate: string,
  pythonPrograms: string,
): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(AWS|CDK|SIGNALPOST|NODE|npm)_/.test(name));
  return {
    ...Object.fromEntries(own),
    // The functions run on the first `node` in the emulator's PATH, the runbook's commands with the first `aws`.
    PATH: [projectPrograms, pythonPrograms, process.env.PATH ?? ''].join(delimiter),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_CONFIG_FILE: join(directory, 'aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(directory, 'no-credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CA_BUNDLE: certificate,
    NODE_EXTRA_CA_CERTS: certificate,
    CDK_DISABLE_VERSION_CHECK: '1',
    // Not the project's own, which others may be using.
    CDK_OUTPUT: join(directory, 'cdk.out'),
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  };
}

async function waitUntilHealthy(child: ChildProcess, endpoint: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  let failure: Error | undefined;
  let lastAnswer: unknown;
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
      (error: unknown) => {
        lastAnswer = error;
        return false;
      },
    );
    if (healthy) return;
    await sleep(100);
  }
  throw new Error('the emulator did not answer within 60 seconds', { cause: lastAnswer });
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
