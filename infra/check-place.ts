import { ConfigurationError } from '../shared/domain/errors.ts';

/**
 * Compares the account and region of the caller, if given by `-c account` and `-c region`, with those that CDK found.
 * Throws `ConfigurationError` if they differ: CDK reads a profile or region in `~/.cdk.json`, but AWS's SDK does not,
 * so one command would act in two places.
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
    // Without credentials CDK finds no account, and reports it itself when it needs one.
    if (wanted === undefined || !found || wanted === found) return [];
    return [
      `${name}: CDK found ${found}, signalpost found ${String(wanted)}; ` +
        'remove "profile" and "region" from ~/.cdk.json, and set AWS_PROFILE and AWS_REGION instead',
    ];
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
}
