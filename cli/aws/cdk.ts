import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, resolve } from 'node:path';
import type { StageOptions } from '../input/options.ts';
import type { AccountPorts, Credentials } from './account.ts';
import { findProject } from './find-project.ts';
import type { Place } from './place.ts';

/** `mayAsk`: CDK asks before it grants more permissions. */
export function deployArguments(mayAsk: boolean): string[] {
  return ['deploy', '--all', '--strict', '--require-approval', mayAsk ? 'broadening' : 'never'];
}

/**
 * Compares all stacks, CDK's default. `readOnly`: without a change set, which CDK's lookup role can't create; CDK
 * then says that a resource may be replaced, not that it will be.
 */
export function diffArguments(readOnly: boolean): string[] {
  return ['diff', '--strict', ...(readOnly ? ['--method', 'template'] : [])];
}

/** Every command of CDK is told these: its app refuses any other account or region. */
export function contextArguments({ stage, config }: StageOptions, place: Place): string[] {
  // A relative path starts at the working directory, and CDK runs in another one.
  const context = { stage, config: resolve(config), account: place.account, region: place.region };
  return Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * CDK's environment: the credentials and the region that AWS's SDK found, because CDK would look for its own in other
 * places, and the directory `bin` first in the PATH.
 */
export function cdkEnvironment(
  environment: NodeJS.ProcessEnv,
  { region }: Pick<Place, 'region'>,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  bin: string,
): NodeJS.ProcessEnv {
  const { AWS_PROFILE: _, AWS_SESSION_TOKEN: __, ...rest } = environment;
  return {
    ...rest,
    // Windows calls it `Path`: there, `environment` finds it by either name, and Node passes on the first, `PATH`, alone.
    PATH: [bin, environment.PATH].filter(Boolean).join(delimiter),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    ...(sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: sessionToken }),
    AWS_REGION: region,
    CDK_DISABLE_VERSION_CHECK: '1',
  };
}

// CDK starts `node infra/app.ts`: the first node in the PATH has to be new enough.
const bin = dirname(process.execPath);

/**
 * Runs the project's own CDK to its end with this process's Node; npx could fetch another version from the network. With
 * `json`, all of its output goes to stderr. Resolves to the number of stacks that `diff` would change; null if CDK did not
 * say it, or if its output went to the terminal. Rejects if CDK failed, which has printed why.
 */
export async function runCdk(
  args: readonly string[],
  { credentials }: Pick<AccountPorts, 'credentials'>,
  place: Place,
  options: StageOptions,
): Promise<number | null> {
  const { folder, cdk } = findProject();
  const child = spawn(process.execPath, [cdk, ...args, ...contextArguments(options, place)], {
    cwd: folder,
    stdio: options.json ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    env: cdkEnvironment(process.env, place, await credentials(), bin),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      process.stderr.write(chunk);
    });
  }
  // Ctrl-C reaches CDK too. This process waits until CDK has ended.
  const ignore = (): void => undefined;
  const pass = (): void => void child.kill('SIGTERM');
  process.on('SIGINT', ignore);
  process.on('SIGTERM', pass);
  try {
    const [code, signal] = await once(child, 'close');
    if (code !== 0) throw new Error(`cdk ${args[0]} ended with ${code ?? signal}; see its output above`);
    const differing = /Number of stacks with differences: (\d+)/.exec(output)?.[1];
    return differing === undefined ? null : Number(differing);
  } finally {
    process.off('SIGINT', ignore);
    process.off('SIGTERM', pass);
  }
}
