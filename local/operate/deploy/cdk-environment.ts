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
 * An environment, settled by `settleEnvironment`, for CDK: it acts in the region of `place`, by the same credentials,
 * and finds the programs in the directory `bin` before all others.
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

/** Windows calls it `Path`: under a second name it would hide the first, and with it every program of the machine. */
function nameOfPath(environment: NodeJS.ProcessEnv): string {
  if (environment.PATH !== undefined) return 'PATH';
  return Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}
