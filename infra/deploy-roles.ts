import type { App } from 'aws-cdk-lib';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { DeployRoleStack, GithubProviderStack } from './deploy-role-stack.ts';
import { stageNamed } from './stage.ts';

export interface DeployRolesAsked {
  /** `-c repository=`; only its jobs can assume the roles. */
  readonly repository: unknown;
  /** `-c stage=`: only this stage's roles, for example for an account with only this stage. @default dev and prod */
  readonly stage?: unknown;
  /** `-c githubOidcProvider=`: the account's existing provider for GitHub's tokens. @default one is created */
  readonly provider?: unknown;
}

/**
 * Builds the stacks of the roles that a deploy pipeline assumes. They are not part of a stage's deploy: a person, not
 * the pipeline, changes the pipeline's rights. Throws `ConfigurationError`.
 */
export function addDeployRoles(app: App, asked: DeployRolesAsked): void {
  const repository = repositoryNamed(asked.repository);
  const known = providerNamed(asked.provider);
  const stages = asked.stage === undefined ? ['dev', 'prod'] : [asked.stage];
  const provider =
    known === undefined
      ? new GithubProviderStack(app, 'signalpost-github-provider', {
          description: "Signalpost: lets the account check the tokens of GitHub's jobs",
          tags: { project: 'signalpost' },
        })
      : null;
  for (const name of stages) {
    const stage = stageNamed(name);
    const stack = new DeployRoleStack(app, `signalpost-${stage}-deploy-role`, {
      description: `Signalpost: the roles of the deploy pipeline of ${repository}`,
      stage,
      repository,
      providerArn: known ?? (provider as GithubProviderStack).providerArn,
      tags: { project: 'signalpost', stage },
    });
    if (provider) stack.addStackDependency(provider);
  }
}

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
function repositoryNamed(text: unknown): string {
  if (typeof text === 'string' && (plain.test(text) || withIds.test(text))) return text;
  throw new ConfigurationError([
    `repository: found ${JSON.stringify(text)}; write -c repository=OWNER/NAME, or OWNER@ID/NAME@ID for a repository ` +
      'made, renamed or moved since mid-2026 (gh api repos/OWNER/NAME --jq .owner.id,.id shows both ids)',
  ]);
}

/** The ARN of `-c githubOidcProvider=`; `undefined` if absent. Throws `ConfigurationError`. */
function providerNamed(arn: unknown): string | undefined {
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
