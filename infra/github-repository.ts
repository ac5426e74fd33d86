import { ConfigurationError } from '../shared/domain/errors.ts';

const owner = '[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})';
const name = '[A-Za-z0-9._-]{1,100}';
const plain = new RegExp(`^${owner}/${name}$`);
const withIds = new RegExp(`^${owner}@[0-9]{1,19}/${name}@[0-9]{1,19}$`);

/**
 * The repository of `-c repository=`, in the form of its tokens' subject: `OWNER/NAME`, or `OWNER@ID/NAME@ID` with
 * permanent ids, which GitHub uses for every repository created, renamed or moved since mid-2026
 * (https://docs.github.com/actions/reference/openid-connect-reference). Throws `ConfigurationError` for any other
 * text.
 */
export function repositoryNamed(text: unknown): string {
  if (typeof text === 'string' && (plain.test(text) || withIds.test(text))) return text;
  throw new ConfigurationError([
    `repository: found ${JSON.stringify(text)}; write -c repository=OWNER/NAME, or OWNER@ID/NAME@ID for a repository ` +
      'made, renamed or moved since mid-2026 (gh api repos/OWNER/NAME --jq .owner.id,.id shows both ids)',
  ]);
}

/** The subject (`sub`) in the token of a job that runs in an environment of the repository. */
export function subjectOf(repository: string, environment: string): string {
  return `repo:${repository}:environment:${environment}`;
}

/** The ARN of `-c githubOidcProvider=`; `undefined` if absent. Throws `ConfigurationError`. */
export function providerNamed(arn: unknown): string | undefined {
  if (arn === undefined) return undefined;
  if (
    typeof arn === 'string' &&
    /^arn:aws[a-z-]*:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/.test(arn)
  ) {
    return arn;
  }
  throw new ConfigurationError([
    `githubOidcProvider: found ${JSON.stringify(arn)}; write the ARN of this account's provider, ` +
      'arn:aws:iam::ACCOUNT:oidc-provider/token.actions.githubusercontent.com (aws iam list-open-id-connect-providers ' +
      'shows it)',
  ]);
}
