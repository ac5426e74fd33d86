import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Place } from '../aws/place.ts';
import { cdkEnvironment } from './cdk-environment.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const cdk = join(projectRoot, 'node_modules', 'aws-cdk', 'bin', 'cdk');
// CDK starts `node infra/app.ts`: the first node in the PATH has to be new enough.
const bin = join(projectRoot, 'node_modules', '.bin');

/** CDK's command line failed, and has printed why. */
export class CdkFailedError extends Error {
  override readonly name = 'CdkFailedError';
  readonly code = 'CDK_FAILED';
}

/** Runs CDK to its end, and passes its output to the terminal. Rejects with `CdkFailedError`. */
export type RunCdk = (args: readonly string[]) => Promise<void>;

/** Runs the project's own CDK with this process's Node; npx could fetch another version from the network. */
export function createRunCdk(place: Place): RunCdk {
  return (args) => runToEnd(args, cdkEnvironment(process.env, place, bin));
}

async function runToEnd(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  if (!existsSync(cdk)) {
    throw new ConfigurationError([
      'cdk: not installed; run npm ci (npm ci --omit=dev leaves it out, and is for one machine only)',
    ]);
  }
  const child = spawn(process.execPath, [cdk, ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: environment,
  });
  // Ctrl-C reaches CDK too. This process waits until CDK has ended.
  const ignore = (): void => undefined;
  const pass = (): void => void child.kill('SIGTERM');
  process.on('SIGINT', ignore);
  process.on('SIGTERM', pass);
  try {
    const how = await new Promise<string | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code === 0 ? null : `ended with ${code ?? signal}`));
    });
    if (how !== null) throw new CdkFailedError(`cdk ${args[0]} ${how}; see its output above`);
  } finally {
    process.off('SIGINT', ignore);
    process.off('SIGTERM', pass);
  }
}
