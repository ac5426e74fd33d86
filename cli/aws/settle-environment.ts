import { ConfigurationError } from '../../shared/domain/errors.ts';
import { awsProblem } from './aws-problem.ts';

/**
 * Changes `environment` so that AWS's SDK here and CDK in its own process use the same account and region. They
 * differ: the SDK ignores `AWS_DEFAULT_REGION` and `AWS_DEFAULT_PROFILE`, and prefers a profile to keys (it warns
 * that this may change). This function follows AWS's CLI and CDK, which an operator uses as well. Of two profiles,
 * the CLI takes `AWS_DEFAULT_PROFILE` and CDK `AWS_PROFILE`: without keys, two different profiles are a
 * `ConfigurationError`. `findRegion` returns the region that the SDK finds, or rejects as the SDK does.
 */
export async function settleEnvironment(
  environment: NodeJS.ProcessEnv,
  findRegion: () => Promise<string> = findRegionOfSdk,
): Promise<void> {
  const keys = environment.AWS_ACCESS_KEY_ID && environment.AWS_SECRET_ACCESS_KEY;
  if (!keys) checkOneProfile(environment);
  prefer(environment, 'AWS_REGION', 'AWS_DEFAULT_REGION');
  prefer(environment, 'AWS_PROFILE', 'AWS_DEFAULT_PROFILE');
  if (!keys || !environment.AWS_PROFILE) return;
  // The keys decide the account; the profile still decides the region.
  const region = environment.AWS_REGION ?? (await regionOrNone(findRegion));
  if (region !== null) environment.AWS_REGION = region;
  delete environment.AWS_PROFILE;
}

function checkOneProfile({ AWS_PROFILE, AWS_DEFAULT_PROFILE }: NodeJS.ProcessEnv): void {
  if (!AWS_PROFILE || !AWS_DEFAULT_PROFILE || AWS_PROFILE === AWS_DEFAULT_PROFILE) return;
  throw new ConfigurationError([
    `AWS_PROFILE is ${JSON.stringify(AWS_PROFILE)} and AWS_DEFAULT_PROFILE is ${JSON.stringify(AWS_DEFAULT_PROFILE)}: ` +
      "AWS's tools differ in which one they use; unset one",
  ]);
}

/** Keeps the value of `name`; if it is unset or blank, takes the value of `other`. Unsets `other`. */
function prefer(environment: NodeJS.ProcessEnv, name: string, other: string): void {
  const value = environment[name] || environment[other];
  delete environment[name];
  delete environment[other];
  if (value) environment[name] = value;
}

/** Without a region, the command reports it when it first needs one. */
async function regionOrNone(findRegion: () => Promise<string>): Promise<string | null> {
  try {
    return await findRegion();
  } catch (error) {
    if (awsProblem(error)?.kind !== 'region') throw error;
    return null;
  }
}

async function findRegionOfSdk(): Promise<string> {
  // Imported here: the SDK loads slowly, and few environments need it for this.
  const { STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient();
  try {
    return await client.config.region();
  } finally {
    client.destroy();
  }
}
