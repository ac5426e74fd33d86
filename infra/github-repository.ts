import { ConfigurationError } from '../shared/domain/errors.ts';

const owner = '[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})';
const name = '[A-Za-z0-9._-]{1,100}';
const plain = new RegExp(`^${owner}/${name}$`);
const withIds = new RegExp(`^${owner}@[0-9]{1,19}/${name}@[0-9]{1,19}$`);

/**
 * The repository that `-c repository=` names, as the subject of its tokens does: `OWNER/NAME`, or with the ids that
 * never change, `OWNER@ID/NAME@ID`, which GitHub writes for every repository made, renamed or moved since
 * mid-2026 (https://docs.github.com/actions/reference/openid-connect-reference). Throws `ConfigurationError` else.
 */
export function repositoryNamed(text: unknown): string {
  if (typeof text === 'string' && (plain.test(text) || withIds.test(text))) return text;
  throw new ConfigurationError([
    `repository: found ${JSON.stringify(text)}; write -c repository=OWNER/NAME, or OWNER@ID/NAME@ID for a repository ` +
      'made, renamed or moved since mid-2026 (gh api repos/OWNER/NAME --jq .owner.id,.id shows both ids)',
  ]);
}

/** What a job's token says of itself (`sub`) when it runs in an environment of the repository. */
export function subjectOf(repository: string, environment: string): string {
  return `repo:${repository}:environment:${environment}`;
}

/** The ARN that `-c githubOidcProvider=` names; `undefined` when none is named. Throws `ConfigurationError`. */
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
