/**
 * Changes `environment` so that AWS's SDK uses the account that AWS's CLI uses: the SDK ignores `AWS_DEFAULT_REGION`
 * and `AWS_DEFAULT_PROFILE`, and prefers a profile to keys.
 */
export function followAwsCli(environment: NodeJS.ProcessEnv): void {
  prefer(environment, 'AWS_REGION', 'AWS_DEFAULT_REGION');
  prefer(environment, 'AWS_PROFILE', 'AWS_DEFAULT_PROFILE');
  if (environment.AWS_ACCESS_KEY_ID && environment.AWS_SECRET_ACCESS_KEY) delete environment.AWS_PROFILE;
  // The SDK would, for a profile that does not exist, look for the role of an EC2 instance for a minute.
  if (environment.AWS_PROFILE) environment.AWS_EC2_METADATA_DISABLED = 'true';
}

/** A blank variable counts as unset. */
function prefer(environment: NodeJS.ProcessEnv, name: string, other: string): void {
  const value = environment[name] || environment[other];
  delete environment[name];
  delete environment[other];
  if (value) environment[name] = value;
}
