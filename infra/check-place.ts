import { ConfigurationError } from '../shared/domain/errors.ts';

/**
 * Compares the account and the region that whoever started CDK acts in, if it said so by `-c account` and `-c region`,
 * with those that CDK found for itself. Throws `ConfigurationError` when they differ: a profile or region in
 * `~/.cdk.json`, which AWS's SDK does not read, would send the two halves of one command to two places.
 */
export function checkPlace(
  context: (name: string) => unknown,
  { CDK_DEFAULT_ACCOUNT, CDK_DEFAULT_REGION }: NodeJS.ProcessEnv,
): void {
  const problems = [
    ['account', CDK_DEFAULT_ACCOUNT] as const,
    ['region', CDK_DEFAULT_REGION] as const,
  ].flatMap(([name, found]) => {
    const wanted = context(name);
    // Without credentials CDK finds no account, and says so itself where it needs one.
    if (wanted === undefined || !found || wanted === found) return [];
    return [
      `${name}: CDK found ${found}, signalpost found ${String(wanted)}; ` +
        'remove "profile" and "region" from ~/.cdk.json, and set AWS_PROFILE and AWS_REGION instead',
    ];
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
}
