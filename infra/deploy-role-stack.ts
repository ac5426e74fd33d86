import { CfnOutput, DefaultStackSynthesizer, Stack, type StackProps } from 'aws-cdk-lib';
import { Policy, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { keyFamilies } from '../shared/ledger/keys.ts';
import { type StackPart, stackName } from '../shared/runtime/stage-names.ts';
import { acknowledgeWildcard } from './constructs/acknowledge-wildcard.ts';
import { githubIssuer, tokenAudience } from './github-provider-stack.ts';
import { subjectOf } from './github-repository.ts';

export interface DeployRoleStackProps extends StackProps {
  readonly stage: string;
  /** From `repositoryNamed`. */
  readonly repository: string;
  readonly providerArn: string;
}

type BootstrapRole = 'deploy-role' | 'file-publishing-role' | 'lookup-role';

/**
 * The roles that one repository's pipeline can assume: the environment STAGE gets the role that deploys, the
 * environment `STAGE-diff` one that only reads. Neither has rights over resources: CDK's bootstrap roles have these,
 * and the roles can only assume those.
 */
export class DeployRoleStack extends Stack {
  constructor(scope: Construct, id: string, props: DeployRoleStackProps) {
    const { stage, repository, providerArn, ...stackProps } = props;
    super(scope, id, stackProps);

    const deployRole = this.roleFor('DeployRole', props, stage);
    this.letAssume(deployRole, ['deploy-role', 'file-publishing-role', 'lookup-role']);
    this.letTryOut(deployRole, stage);
    new CfnOutput(this, 'DeployRoleArn', { value: deployRole.roleArn });

    const diffRole = this.roleFor('DiffRole', props, `${stage}-diff`);
    this.letAssume(diffRole, ['lookup-role']);
    new CfnOutput(this, 'DiffRoleArn', { value: diffRole.roleArn });
  }

  private roleFor(id: string, { repository, providerArn }: DeployRoleStackProps, environment: string): Role {
    return new Role(this, id, {
      description: `Signalpost: for jobs of ${repository} in the environment ${environment}`,
      // Exact: a pattern could admit jobs of other branches, environments or repositories.
      assumedBy: new WebIdentityPrincipal(providerArn, {
        StringEquals: {
          [`${githubIssuer}:aud`]: tokenAudience,
          [`${githubIssuer}:sub`]: subjectOf(repository, environment),
        },
      }),
    });
  }

  private letAssume(role: Role, bootstrapRoles: readonly BootstrapRole[]): void {
    const qualifier = this.synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER;
    const resources = bootstrapRoles.map((name) =>
      this.formatArn({
        service: 'iam',
        region: '',
        resource: 'role',
        resourceName: `cdk-${qualifier}-${name}-${this.account}-${this.region}`,
      }),
    );
    role.addToPolicy(new PolicyStatement({ actions: ['sts:AssumeRole'], resources }));
  }

  /**
   * The rights that `signalpost deploy` and `signalpost invoke` need besides CDK: find the stage, read the pending
   * routes, invoke.
   */
  private letTryOut(role: Role, stage: string): void {
    const stacks = (['state', 'pipeline', 'monitoring'] satisfies StackPart[]).map((part) =>
      this.formatArn({
        service: 'cloudformation',
        resource: 'stack',
        resourceName: `${stackName(stage, part)}/*`,
      }),
    );
    const table = this.formatArn({
      service: 'dynamodb',
      resource: 'table',
      resourceName: `${stackName(stage, 'state')}-*`,
    });
    const functions = `${this.formatArn({ service: 'lambda', resource: 'function' })}:signalpost-*`;
    const policy = new Policy(this, 'TryOut', {
      roles: [role],
      statements: [
        new PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: stacks }),
        new PolicyStatement({
          actions: ['dynamodb:GetItem', 'dynamodb:Query'],
          resources: [table],
          conditions: {
            'ForAllValues:StringLike': {
              'dynamodb:LeadingKeys': [`${keyFamilies.outbox}*`, `${keyFamilies.routes}*`],
            },
          },
        }),
        new PolicyStatement({
          actions: ['lambda:InvokeFunction'],
          resources: [functions],
          conditions: {
            StringEquals: { 'aws:ResourceTag/project': 'signalpost', 'aws:ResourceTag/stage': stage },
          },
        }),
      ],
    });
    const ending =
      'CloudFormation adds a random suffix to each name, so only the prefix with the stage is known.';
    for (const stack of stacks) acknowledgeWildcard(policy, stack, ending);
    acknowledgeWildcard(policy, table, ending);
    acknowledgeWildcard(policy, functions, `${ending} The stack's tags limit it to the stage.`);
  }
}
