import type { App } from 'aws-cdk-lib';
import { DeployRoleStack } from './deploy-role-stack.ts';
import { GithubProviderStack } from './github-provider-stack.ts';
import { providerNamed, repositoryNamed } from './github-repository.ts';
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
export function addDeployRoles(app: App, asked: DeployRolesAsked) {
  const repository = repositoryNamed(asked.repository);
  const known = providerNamed(asked.provider);
  const stages = asked.stage === undefined ? ['dev', 'prod'] : [asked.stage];
  const provider = known === undefined ? addProvider(app) : null;
  const roles = stages.map((name) => {
    const stage = stageNamed(name).name;
    const stack = new DeployRoleStack(app, `signalpost-${stage}-deploy-role`, {
      description: `Signalpost: the roles of the deploy pipeline of ${repository}`,
      stage,
      repository,
      providerArn: known ?? (provider as GithubProviderStack).providerArn,
      tags: { project: 'signalpost', stage },
    });
    if (provider) stack.addStackDependency(provider);
    return stack;
  });
  return { provider, roles };
}

function addProvider(app: App): GithubProviderStack {
  return new GithubProviderStack(app, 'signalpost-github-provider', {
    description: "Signalpost: lets the account check the tokens of GitHub's jobs",
    tags: { project: 'signalpost' },
  });
}
