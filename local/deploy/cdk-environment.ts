import type { Place } from './place.ts';

/** By these CDK alone would go elsewhere: AWS's SDK and its CLI know none of them. */
const knownToCdkAlone = [
  'AMAZON_ACCESS_KEY_ID',
  'AMAZON_SECRET_ACCESS_KEY',
  'AMAZON_SESSION_TOKEN',
  'CDK_DEFAULT_ACCOUNT',
  'CDK_DEFAULT_REGION',
  'CDK_PROFILE',
  'CDK_REGION',
];

/** An environment, settled by `settleEnvironment`, for CDK: it acts in the region of `place`, by the same credentials. */
export function cdkEnvironment(
  environment: NodeJS.ProcessEnv,
  { region }: Pick<Place, 'region'>,
): NodeJS.ProcessEnv {
  const own = Object.entries(environment).filter(([name]) => !knownToCdkAlone.includes(name));
  return { ...Object.fromEntries(own), AWS_REGION: region };
}
