import { ConfigurationError } from '../../../shared/domain/errors.ts';
import { awsProblem } from './aws-problem.ts';

/**
 * Makes one environment mean one account and one region to all that reads it: AWS's SDK here, and CDK in a process of
 * its own. The SDK alone knows nothing of `AWS_DEFAULT_REGION` and `AWS_DEFAULT_PROFILE`, and alone prefers a profile
 * to keys (and says that it may stop to); what AWS's CLI and CDK make of them counts, since whoever runs this runs
 * those too. Of two profiles the CLI takes `AWS_DEFAULT_PROFILE` and CDK `AWS_PROFILE`: where a profile says who,
 * two different ones are a `ConfigurationError`. Changes `environment`. `findRegion` gives the region that the SDK
 * finds, or rejects as the SDK does.
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
  // The keys say who, and the profile still says where.
  const region = environment.AWS_REGION ?? (await regionOrNone(findRegion));
  if (region !== null) environment.AWS_REGION = region;
  delete environment.AWS_PROFILE;
}

function checkOneProfile({ AWS_PROFILE, AWS_DEFAULT_PROFILE }: NodeJS.ProcessEnv): void {
  if (!AWS_PROFILE || !AWS_DEFAULT_PROFILE || AWS_PROFILE === AWS_DEFAULT_PROFILE) return;
  throw new ConfigurationError([
    `AWS_PROFILE is ${JSON.stringify(AWS_PROFILE)} and AWS_DEFAULT_PROFILE is ${JSON.stringify(AWS_DEFAULT_PROFILE)}: ` +
      "AWS's tools differ in which of them counts; unset one",
  ]);
}

/** Leaves what is set under the first name alone, else takes what is set under the other. Blank is not set. */
function prefer(environment: NodeJS.ProcessEnv, name: string, other: string): void {
  const value = environment[name] || environment[other];
  delete environment[name];
  delete environment[other];
  if (value) environment[name] = value;
}

/** Without a region the command itself says what to do, where it first needs one. */
async function regionOrNone(findRegion: () => Promise<string>): Promise<string | null> {
  try {
    return await findRegion();
  } catch (error) {
    if (awsProblem(error)?.kind !== 'region') throw error;
    return null;
  }
}

async function findRegionOfSdk(): Promise<string> {
  // Loaded here: the SDK takes a while, and hardly any environment needs it for this.
  const { STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient();
  try {
    return await client.config.region();
  } finally {
    client.destroy();
  }
}
