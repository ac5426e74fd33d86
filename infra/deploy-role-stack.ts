import { Aws, CfnOutput, DefaultStackSynthesizer, Stack, type StackProps, Validations } from 'aws-cdk-lib';
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
      resourcesHere('cloudformation', `stack/${stackName(stage, part)}/*`),
    );
    const table = resourcesHere('dynamodb', `table/${stackName(stage, 'state')}-*`);
    const functions = resourcesHere('lambda', 'function:signalpost-*');
    const policy = new Policy(this, 'TryOut', {
      roles: [role],
      statements: [
        new PolicyStatement({
          actions: ['cloudformation:DescribeStacks'],
          resources: stacks.map(({ arn }) => arn),
        }),
        new PolicyStatement({
          actions: ['dynamodb:GetItem', 'dynamodb:Query'],
          resources: [table.arn],
          conditions: {
            'ForAllValues:StringLike': {
              'dynamodb:LeadingKeys': [`${keyFamilies.outbox}*`, `${keyFamilies.routes}*`],
            },
          },
        }),
        new PolicyStatement({
          actions: ['lambda:InvokeFunction'],
          resources: [functions.arn],
          conditions: {
            StringEquals: { 'aws:ResourceTag/project': 'signalpost', 'aws:ResourceTag/stage': stage },
          },
        }),
      ],
    });
    const ending =
      'CloudFormation adds a random suffix to each name, so only the prefix with the stage is known.';
    for (const { finding } of [...stacks, table])
      Validations.of(policy).acknowledge({ id: finding, reason: ending });
    const reason = `${ending} The stack's tags limit it to the stage.`;
    Validations.of(policy).acknowledge({ id: functions.finding, reason });
  }
}

/** Resources of this account and region by a pattern, as a policy names them, and cdk-nag's finding on the wildcard. */
function resourcesHere(service: string, pattern: string) {
  const arnOf = (partition: string, region: string, account: string) =>
    `arn:${partition}:${service}:${region}:${account}:${pattern}`;
  const told = arnOf('<AWS::Partition>', '<AWS::Region>', '<AWS::AccountId>');
  return {
    arn: arnOf(Aws.PARTITION, Aws.REGION, Aws.ACCOUNT_ID),
    finding: `AwsSolutions-IAM5[Resource::${told}]`,
  };
}
