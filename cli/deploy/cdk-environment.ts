import { delimiter } from 'node:path';
import type { Place } from '../aws/place.ts';

/** Only CDK reads these, so they could send it to another account than AWS's SDK and CLI. */
const knownToCdkAlone = [
  'AMAZON_ACCESS_KEY_ID',
  'AMAZON_SECRET_ACCESS_KEY',
  'AMAZON_SESSION_TOKEN',
  'CDK_DEFAULT_ACCOUNT',
  'CDK_DEFAULT_REGION',
  'CDK_PROFILE',
  'CDK_REGION',
];

/**
 * CDK's environment, made from one that `settleEnvironment` has changed: the region of `place`, the same credentials,
 * and the directory `bin` first in the PATH.
 */
export function cdkEnvironment(
  environment: NodeJS.ProcessEnv,
  { region }: Pick<Place, 'region'>,
  bin: string,
): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) => !knownToCdkAlone.includes(name));
  const path = nameOfPath(environment);
  return {
    ...Object.fromEntries(own),
    [path]: [bin, environment[path]].filter(Boolean).join(delimiter),
    AWS_REGION: region,
    CDK_DISABLE_VERSION_CHECK: '1',
  };
}

/** Windows calls it `Path`. A second variable `PATH` would hide it, and with it every program of the machine. */
function nameOfPath(environment: NodeJS.ProcessEnv): string {
  if (environment.PATH !== undefined) return 'PATH';
  return Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}
