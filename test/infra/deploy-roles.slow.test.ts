import { App, Stack } from 'aws-cdk-lib';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import { describe, expect, it } from 'vitest';
import { keyFamilies } from '../../shared/ledger/items/keys.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import { type StackPart, stackName, stageNamePattern } from '../../shared/runtime/stage-names.ts';
import { exampleNewSignal } from '../support/examples/example-signals.ts';
import { resourcesOf, type StackTemplate } from '../support/infra/synthesize.ts';
import { freezeOldest } from '../support/ledger/digests.ts';
import { createMemoryTable } from '../support/ledger/memory-table.ts';
import { nameUses, watchTable } from '../support/ledger/watch-ledger.ts';
import { listOf } from './permissions.ts';

/** The template with the values of its parameters in their places. */
const templateFor = (parameters?: Readonly<Record<string, string>>): StackTemplate => {
  const app = new App();
  const stack = new Stack(app, 'Roles');
  const templateFile = new URL('../../infra/deploy-roles.yaml', import.meta.url).pathname;
  new CfnInclude(stack, 'Template', { templateFile, ...(parameters && { parameters }) });
  return app.synth().getStackArtifact(stack.artifactId).template as StackTemplate;
};

const rolesFor = (stage: string, repository: string): Record<string, Role> => {
  const values = { Stage: stage, Repository: repository, BootstrapQualifier: 'hnb659fds' };
  const roles = resourcesOf(templateFor(values), 'AWS::IAM::Role');
  return Object.fromEntries(roles.map(([id, { Properties }]) => [id, Properties]));
};

// biome-ignore lint/suspicious/noExplicitAny: a template is whatever was written; the tests look at its parts.
type Role = any;

const tell = (value: unknown): string => (value as { 'Fn::Sub'?: string })['Fn::Sub'] ?? String(value);

const grantsOf = ({ Policies }: Role): string[] =>
  Policies.flatMap(({ PolicyDocument }: Role) => PolicyDocument.Statement).flatMap((statement: Role) =>
    listOf(statement.Resource).map((resource) =>
      [statement.Effect, ...listOf(statement.Action), tell(resource), ...conditionsOf(statement)].join(' '),
    ),
  );

const conditionsOf = ({ Condition }: Role): string[] => (Condition ? [JSON.stringify(Condition)] : []);

const here = (service: string, resource: string) =>
  `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${resource}`;
const iam = (resource: string) => `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:${resource}`;
const bootstrapRole = (name: string) => iam(`role/cdk-hnb659fds-${name}-\${AWS::AccountId}-\${AWS::Region}`);

describe('the roles of a deploy pipeline', () => {
  it.each([
    ['octo/signalpost', 'dev'],
    // The ids that never change.
    ['octo@12/sig.nal_post@345', 'prod'],
  ])('trust exactly one environment of %s each, and only tokens meant for AWS', (repository, stage) => {
    const { DeployRole, DiffRole } = rolesFor(stage, repository);

    const trust = (environment: string) => [
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRoleWithWebIdentity',
        Principal: {
          Federated: { 'Fn::Sub': iam('oidc-provider/token.actions.githubusercontent.com') },
        },
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub': {
              'Fn::Sub': `repo:${repository}:environment:${environment}`,
            },
          },
        },
      },
    ];
    expect(DeployRole.AssumeRolePolicyDocument.Statement).toEqual(trust(stage));
    expect(DiffRole.AssumeRolePolicyDocument.Statement).toEqual(trust(`${stage}-diff`));
  });

  it("may assume CDK's roles, look at their own stage and invoke it, and nothing else", () => {
    const roles = rolesFor('dev', 'octo/signalpost');

    const stack = (part: StackPart) =>
      `Allow cloudformation:DescribeStacks ${here('cloudformation', `stack/${stackName('dev', part)}/*`)}`;
    const ofRoutes = { 'dynamodb:LeadingKeys': [`${keyFamilies.outbox}*`, `${keyFamilies.routes}*`] };
    const ofTheStage = { 'aws:ResourceTag/project': 'signalpost', 'aws:ResourceTag/stage': 'dev' };
    expect(Object.keys(roles)).toEqual(['DeployRole', 'DiffRole']);
    expect(grantsOf(roles.DeployRole)).toEqual([
      `Allow sts:AssumeRole ${bootstrapRole('deploy-role')}`,
      `Allow sts:AssumeRole ${bootstrapRole('file-publishing-role')}`,
      `Allow sts:AssumeRole ${bootstrapRole('lookup-role')}`,
      stack('state'),
      stack('running'),
      'Allow lambda:GetAccountSettings *',
      `Allow ssm:GetParameter ${here('ssm', 'parameter/signalpost/dev/manifest')}`,
      `Allow dynamodb:GetItem dynamodb:Query ${here('dynamodb', `table/${stackName('dev', 'state')}-*`)} ` +
        JSON.stringify({ 'ForAllValues:StringLike': ofRoutes }),
      `Allow lambda:GetFunctionConcurrency lambda:InvokeFunction ${here('lambda', 'function:signalpost-*')} ` +
        JSON.stringify({ StringEquals: ofTheStage }),
    ]);
    expect(grantsOf(roles.DiffRole)).toEqual([`Allow sts:AssumeRole ${bootstrapRole('lookup-role')}`]);
  });

  it('may read all that a deploy reads, to find what is pending for routes that vanished', async () => {
    const uses = new Set<string>();
    const table = createMemoryTable();
    const watched = watchTable(table, (use) => {
      for (const one of nameUses('deploy', use)) uses.add(one);
    });
    const ports = {
      clock: { now: () => 1, sleep: async () => {} },
      random: () => 0.5,
    };
    const pointer = { routeId: 'gone', slot: '2026-11-21T08:00:00.000Z', part: 1 };
    const recording = createLedger({ ...ports, table });
    await recording.signals.record(exampleNewSignal(1, { routeIds: ['gone', 'there'] }));
    await freezeOldest(recording, pointer, 1, { members: [] });

    const vanished = await createLedger({ ...ports, table: watched }).pending.findVanished(['there'], 1);

    expect(vanished).toMatchObject([
      { routeId: 'gone', waiting: { signals: 1 }, digests: [{ slot: pointer.slot }] },
    ]);
    expect(['deploy get routes', 'deploy query outbox', 'deploy query routes']).toEqual(
      expect.arrayContaining([...uses]),
    );
  });

  it.each([
    '*/*',
    'octo/*',
    'octo/signalpost:environment:prod',
    'octo@1/signalpost',
    'octo/signalpost@1',
    'https://github.com/octo/signalpost',
    'octo/signalpost\n',
    '',
  ])('are refused for %j as a repository', (repository) => {
    expect(repository).not.toMatch(allowed('Repository'));
  });

  it('take a repository with ids and without, and every name of a stage', () => {
    expect('octo/signalpost').toMatch(allowed('Repository'));
    expect('octo@12/sig.nal_post@345').toMatch(allowed('Repository'));
    expect(allowed('Stage')).toEqual(stageNamePattern);
  });
});

/** CloudFormation compares a pattern with the whole value. */
const allowed = (parameter: string): RegExp => {
  const { Parameters } = templateFor() as unknown as { readonly Parameters: Role };
  return new RegExp(`^${Parameters[parameter].AllowedPattern}$`);
};
