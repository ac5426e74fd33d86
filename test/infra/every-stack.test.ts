import { readFileSync } from 'node:fs';
import type { Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { describe, expect, it, vi } from 'vitest';
import { toldConfig } from '../support/infra/example-config.ts';
import { resourcesOf, synthesize } from '../support/infra/synthesize.ts';
import { statementsOf } from './permissions.ts';

/** What docs/deploying.md calls each type that is made. */
const wordsOfTypes: Record<string, string> = {
  'AWS::CloudWatch::Alarm': 'CloudWatch alarms',
  'AWS::DynamoDB::Table': 'DynamoDB tables',
  'AWS::IAM::Policy': 'inline policies',
  'AWS::IAM::Role': 'IAM roles',
  'AWS::Lambda::EventInvokeConfig': 'asynchronous invocation settings',
  'AWS::Lambda::EventSourceMapping': 'event source mappings',
  'AWS::Lambda::Function': 'Lambda functions',
  'AWS::Lambda::Permission': 'settings, permissions and URLs',
  'AWS::Lambda::Url': 'settings, permissions and URLs',
  'AWS::Logs::LogGroup': 'CloudWatch Logs groups',
  'AWS::SNS::Subscription': 'policies and subscriptions',
  'AWS::SNS::Topic': 'SNS topics',
  'AWS::SNS::TopicPolicy': 'SNS topics with their policies',
  'AWS::SQS::Queue': 'SQS queues',
  'AWS::SQS::QueuePolicy': 'SQS queues with their policies',
  'AWS::SSM::Parameter': 'SSM parameters',
  'AWS::Scheduler::Schedule': 'EventBridge Scheduler schedules',
};

describe('every stack of a stage', () => {
  const synthesized = synthesize({ stage: 'prod', config: toldConfig });
  const stacks = Object.entries(synthesized.templates);

  it.each(stacks)('%s lets nobody from outside the account in', (_, template) => {
    const types = ['AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy'];
    for (const [id, { Properties }] of types.flatMap((type) => resourcesOf(template, type))) {
      const statements: Record<string, unknown>[] = Properties.PolicyDocument.Statement;
      const open = statements.filter(
        ({ Effect, Principal, Condition }) =>
          Effect === 'Allow' && JSON.stringify(Principal).includes('"*"') && Condition === undefined,
      );
      expect({ id, open }).toEqual({ id, open: [] });
    }
    for (const [id, { Properties }] of resourcesOf(template, 'AWS::Lambda::Permission')) {
      // A service that acts for anybody's account is held to this one's own resource.
      expect({ id, source: Properties.SourceArn ?? Properties.SourceAccount }).not.toEqual({
        id,
        source: undefined,
      });
      expect(Properties.Principal).toMatch(/^[a-z.]+\.amazonaws\.com$/);
    }
  });
});

describe('an account with narrow permissions', () => {
  const synthesized = synthesize({
    config: { ...toldConfig, inbound: { slack: { signingSecret: { secret: 'SLACK_SIGNING_SECRET' } } } },
    context: { '@aws-cdk/core:permissionsBoundary': { name: 'boundary' } },
  });
  const resources = Object.values(synthesized.templates).flatMap(({ Resources }) => Object.values(Resources));

  it('gets its boundary on every role, by the context that docs/deploying.md names', () => {
    const roles = resources.filter(({ Type }) => Type === 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(0);
    for (const { Properties } of roles) {
      expect(JSON.stringify(Properties.PermissionsBoundary)).toContain(':policy/boundary');
    }
  });

  const deploying = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');

  it('reads in docs/deploying.md what the boundary has to allow for the functions', () => {
    const [, allowed = ''] = deploying.split('The boundary also limits the functions');
    const [sentence = ''] = allowed.split('A function that');
    const actions = Object.values(synthesized.templates).flatMap((template) =>
      statementsOf(template).flatMap((statement) => statement.actions),
    );
    expect(actions).toContain('sns:Publish');
    const whole = { dynamodb: 'DynamoDB', sqs: 'SQS' };
    const missing = [...new Set(actions)].filter((action) => {
      const named = whole[action.split(':')[0] as keyof typeof whole] ?? `\`${action}\``;
      return !sentence.includes(named);
    });
    expect(missing).toEqual([]);
  });

  it('reads in docs/deploying.md what the policy of CloudFormation has to allow', () => {
    const [, section = ''] = deploying.split('## An account with narrow permissions');
    const [paragraph = ''] = section.split('It must also allow');
    const missing = [...new Set(resources.map(({ Type }) => Type))].filter((type) => {
      const words = wordsOfTypes[type];
      return words === undefined || !paragraph.includes(words);
    });
    expect(missing).toEqual([]);
    // A stack with `Fn::GetStackOutput` is refused without it.
    expect(JSON.stringify(resources)).toContain('Fn::GetStackOutput');
    expect(section).toContain('`cloudformation:DescribeStacks` on the stacks `signalpost-*`');
  });
});

it.each<[string, (scope: Stack) => unknown]>([
  ['AwsSolutions-SQS4', (scope) => new Queue(scope, 'PlainHttp', { deadLetterQueue: letters(scope) })],
  ['Serverless-SQSRedrivePolicy', (scope) => new Queue(scope, 'NoLetters', { enforceSSL: true })],
])('a finding of %s fails the synthesis, and is named', (rule, plant) => {
  // CDK puts the report into the error or on stderr, as it sees fit.
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  let thrown: unknown;
  try {
    synthesize({ change: ({ state }) => void plant(state) });
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeDefined();
  expect(`${written.mock.calls.join()}${thrown}`).toContain(rule);
  written.mockRestore();
});

function letters(scope: Stack) {
  return { queue: new Queue(scope, 'Letters', { enforceSSL: true }), maxReceiveCount: 3 };
}
