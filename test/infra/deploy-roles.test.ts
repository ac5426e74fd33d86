import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { addChecks } from '../../infra/app.ts';
import { addDeployRoles, type DeployRolesAsked } from '../../infra/deploy-roles.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import { bridgeId, buyerA, exampleRow, rowUuid } from '../support/examples/example-signals.ts';
import { noOutline } from '../support/ledger/digests.ts';
import { createMemoryTable } from '../support/ledger/memory-table.ts';
import { nameUses, watchTable } from '../support/ledger/watch-ledger.ts';
import { grantsOf } from './permissions.ts';
import { cdkContext, resourcesOf, type StackTemplate } from './synthesize.ts';

const providerArn = 'arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com';

const synthesizeRoles = (asked: DeployRolesAsked): Record<string, StackTemplate> => {
  const outdir = mkdtempSync(join(tmpdir(), 'signalpost-roles-'));
  try {
    // CloudFormation's own schemas take long to load: npm run check synthesizes these stacks with them.
    const app = new App({ outdir, context: cdkContext, builtinCloudFormationValidation: false });
    addChecks(app);
    addDeployRoles(app, asked);
    return Object.fromEntries(app.synth().stacks.map((stack) => [stack.stackName, stack.template]));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

const trustOf = (template: StackTemplate, role: string) => {
  const found = resourcesOf(template, 'AWS::IAM::Role').find(([id]) => id.startsWith(role));
  return found?.[1].Properties.AssumeRolePolicyDocument.Statement;
};

const bootstrapRole = (name: string) =>
  `iam::<AWS::AccountId>:role/cdk-hnb659fds-${name}-<AWS::AccountId>-<AWS::Region>`;

describe('the roles of a deploy pipeline', () => {
  it('are one stack a stage, for dev and prod, and the provider that they trust', () => {
    const templates = synthesizeRoles({ repository: 'octo/signalpost' });

    expect(Object.keys(templates).sort()).toEqual([
      'signalpost-dev-deploy-role',
      'signalpost-github-provider',
      'signalpost-prod-deploy-role',
    ]);
    expect(templates['signalpost-github-provider']?.Resources).toEqual({
      Provider2281708E: expect.objectContaining({
        Type: 'AWS::IAM::OIDCProvider',
        Properties: expect.objectContaining({
          Url: 'https://token.actions.githubusercontent.com',
          ClientIdList: ['sts.amazonaws.com'],
        }),
      }),
    });
  });

  it('trust exactly one environment of one repository each, and only tokens meant for AWS', () => {
    const template = synthesizeRoles({ repository: 'octo/signalpost', stage: 'prod', provider: providerArn });

    const trust = (environment: string) => [
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRoleWithWebIdentity',
        Principal: { Federated: providerArn },
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub': `repo:octo/signalpost:environment:${environment}`,
          },
        },
      },
    ];
    const roles = template['signalpost-prod-deploy-role'] as StackTemplate;
    expect(resourcesOf(roles, 'AWS::IAM::Role')).toHaveLength(2);
    expect(trustOf(roles, 'DeployRole')).toEqual(trust('prod'));
    expect(trustOf(roles, 'DiffRole')).toEqual(trust('prod-diff'));
  });

  it('trust the ids that never change where the tokens carry them', () => {
    const template = synthesizeRoles({
      repository: 'octo@12/sig.nal_post@345',
      stage: 'dev',
      provider: providerArn,
    });

    const [statement] = trustOf(template['signalpost-dev-deploy-role'] as StackTemplate, 'DeployRole');
    expect(statement.Condition.StringEquals['token.actions.githubusercontent.com:sub']).toBe(
      'repo:octo@12/sig.nal_post@345:environment:dev',
    );
  });

  it("may assume CDK's roles, look at their own stage and invoke it, and nothing else", () => {
    const template = synthesizeRoles({ repository: 'octo/signalpost', stage: 'dev', provider: providerArn });

    const stack = (part: string) =>
      `cloudformation DescribeStacks on cloudformation:HERE:stack/signalpost-dev-${part}/*`;
    expect(grantsOf(template['signalpost-dev-deploy-role'] as StackTemplate)).toEqual({
      DeployRole: [
        stack('monitoring'),
        stack('pipeline'),
        stack('state'),
        'dynamodb GetItem Query on dynamodb:HERE:table/signalpost-dev-state-* if dynamodb:LeadingKeys ForAllValues:StringLike O#* R#*',
        'lambda InvokeFunction on lambda:HERE:function:signalpost-* if aws:ResourceTag/project StringEquals signalpost' +
          ' if aws:ResourceTag/stage StringEquals dev',
        `sts AssumeRole on ${bootstrapRole('deploy-role')}`,
        `sts AssumeRole on ${bootstrapRole('file-publishing-role')}`,
        `sts AssumeRole on ${bootstrapRole('lookup-role')}`,
      ],
      DiffRole: [`sts AssumeRole on ${bootstrapRole('lookup-role')}`],
    });
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
    await recording.record({
      buyerId: buyerA,
      signalId: `${bridgeId}#${rowUuid(1)}`,
      firstSeenAt: 1,
      baseline: false,
      hot: false,
      hotnessRank: null,
      releaseAt: null,
      routeIds: ['gone', 'there'],
      verdicts: [],
      content: exampleRow(1),
    });
    const digest = {
      ...pointer,
      digestId: 'msg_1',
      destinationType: 'webhook',
      body: '{}',
      members: [],
      outline: noOutline,
    } as const;
    await recording.freeze(digest, 1);

    const vanished = await createLedger({ ...ports, table: watched }).findVanished(['there'], 1);

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
    'https://github.com/octo/signalpost',
    'octo/signalpost\n',
    '',
    true,
  ])('are refused for %j as a repository', (repository) => {
    expect(() => synthesizeRoles({ repository })).toThrow(`repository: found ${JSON.stringify(repository)};`);
  });

  it.each([
    'arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com.evil.example',
    'arn:aws:iam::123456789012:saml-provider/token.actions.githubusercontent.com',
    'token.actions.githubusercontent.com',
  ])('are refused with %j as a provider', (provider) => {
    expect(() => synthesizeRoles({ repository: 'octo/signalpost', provider })).toThrow(
      `githubOidcProvider: found ${JSON.stringify(provider)};`,
    );
  });
});
