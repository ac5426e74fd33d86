import { CfnOutput, DefaultStackSynthesizer, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { OidcProviderNative, Policy, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { keyFamilies } from '../shared/ledger/keys.ts';
import { type StackPart, stackName } from '../shared/runtime/stage-names.ts';

/** The issuer of the tokens of GitHub's jobs, and their required audience. */
const githubIssuer = 'token.actions.githubusercontent.com';
const tokenAudience = 'sts.amazonaws.com';

/** Lets the account verify GitHub's tokens. An account can have only one. */
export class GithubProviderStack extends Stack {
  readonly providerArn: string;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const provider = new OidcProviderNative(this, 'Provider', {
      url: `https://${githubIssuer}`,
      clientIds: [tokenAudience],
    });
    this.providerArn = provider.oidcProviderArn;
  }
}

export interface DeployRoleStackProps extends StackProps {
  readonly stage: string;
  /** In the form of its tokens' subject. */
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
          [`${githubIssuer}:sub`]: `repo:${repository}:environment:${environment}`,
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

/**
 * Acknowledges the one wildcard resource of a policy. The finding's id contains the resource as in the template, and a
 * reference to another stack has that form only after CDK has prepared the app. A validation runs after that and
 * before the rules.
 */
function acknowledgeWildcard(policy: Policy, resource: string, reason: string): void {
  policy.node.addValidation({
    validate: () => {
      const finding = `AwsSolutions-IAM5[Resource::${flatten(Stack.of(policy).resolve(resource))}]`;
      Validations.of(policy).acknowledge({ id: finding, reason });
      return [];
    },
  });
}

/** The form of a resource in cdk-nag's finding ids. */
function flatten(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isJoin(value)) {
    const [delimiter, parts] = value['Fn::Join'];
    return parts.map(flatten).join(delimiter);
  }
  if (isRef(value)) return `<${value.Ref}>`;
  return JSON.stringify(value);
}

function isJoin(value: unknown): value is { 'Fn::Join': [string, unknown[]] } {
  return typeof value === 'object' && value !== null && 'Fn::Join' in value;
}

function isRef(value: unknown): value is { Ref: string } {
  return typeof value === 'object' && value !== null && 'Ref' in value;
}
