import { describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../shared/config/signalpost-config.ts';
import { exampleConfig } from '../support/infra/example-config.ts';
import { type Resource, resourcesOf, type StackTemplate, synthesize } from '../support/infra/synthesize.ts';
import { grantsOf, withoutHash } from './permissions.ts';

const events = { signingSecret: { secret: 'EVENTS_SIGNING_SECRET' } };
const slack = { signingSecret: { secret: 'SLACK_SIGNING_SECRET' } };
const configWith = (inbound: ConfigInput['inbound']): ConfigInput => ({ ...exampleConfig, inbound });

const templateOf = (config: ConfigInput): StackTemplate => synthesize({ config }).running;
const idsOf = (template: StackTemplate, type: string): string[] =>
  resourcesOf(template, type)
    .map(([id]) => withoutHash(id))
    .sort();

describe('a stage that others may call', () => {
  const off = templateOf(exampleConfig);
  const on = templateOf(configWith({ events, slack }));
  const [[inboundId, inbound] = ['', {} as Resource]] = resourcesOf(on, 'AWS::Lambda::Function').filter(
    ([id]) => id.startsWith('ReceiveEvents'),
  );

  it('has one URL without a sign-in and without CORS, of the one function that checks who calls', () => {
    const [[urlId, { Properties }] = ['', {} as Resource], ...others] = resourcesOf(on, 'AWS::Lambda::Url');

    expect(others).toEqual([]);
    expect(Properties).toEqual({
      AuthType: 'NONE',
      TargetFunctionArn: { 'Fn::GetAtt': [inboundId, 'Arn'] },
    });
    const url = { 'Fn::GetAtt': [urlId, 'FunctionUrl'] };
    expect(on.Outputs).toEqual({ DoorUrl: { Value: url } });
    const [[, manifest] = []] = resourcesOf(on, 'AWS::SSM::Parameter');
    const written = JSON.stringify(manifest?.Properties.Value);
    expect(written).toMatch(/doorUrl[^,]*",\{"Fn::GetAtt":\["ReceiveEventsFunctionFunctionUrl/);
  });

  it('lets everybody call that function by its URL, and nothing else, in no other way', () => {
    const open = resourcesOf(on, 'AWS::Lambda::Permission')
      .map(([, { Properties }]) => Properties)
      .filter(({ Principal }) => Principal === '*');

    const FunctionName = { 'Fn::GetAtt': [inboundId, 'Arn'] };
    expect(open).toEqual([
      { Action: 'lambda:InvokeFunctionUrl', FunctionName, FunctionUrlAuthType: 'NONE', Principal: '*' },
      { Action: 'lambda:InvokeFunction', FunctionName, InvokedViaFunctionUrl: true, Principal: '*' },
    ]);
  });

  it('runs at most 30 of it at once, and lets no call that it refuses write a line of log', () => {
    expect(inbound.Properties).toMatchObject({
      ReservedConcurrentExecutions: 30,
      LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN', ApplicationLogLevel: 'INFO' },
      MemorySize: 256,
    });
    for (const [id, { Properties }] of resourcesOf(on, 'AWS::Lambda::Function')) {
      if (id === inboundId) continue;
      expect(Properties.ReservedConcurrentExecutions, id).toBeUndefined();
      expect(Properties.LoggingConfig, id).toEqual({ LogGroup: expect.anything() });
    }
  });

  it('gives the roles that it adds, and the two that take its queues, exactly this', () => {
    const [before, after] = [grantsOf(off), grantsOf(on)];
    const added = Object.entries(after).flatMap(([role, grants]) => {
      const more = grants.filter((grant) => !before[role]?.includes(grant));
      return more.length > 0 ? [[role, more]] : [];
    });

    expect(Object.fromEntries(added)).toEqual({
      PlanPollsRole: [
        'sqs ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage SendMessage on EventsQueue',
        'sqs SendMessage on UrgentQueue',
      ],
      PollSignalsRole: [
        'sqs ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage on UrgentQueue',
        'sqs SendMessage on EventsQueue',
      ],
      ReceiveEventsRole: [
        'dynamodb GetItem PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike I#*',
        'dynamodb PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike L#*',
        'logs CreateLogStream PutLogEvents on ReceiveEventsLogs',
        'secretsmanager GetSecretValue on secretsmanager:HERE:secret:signalpost/dev/inbound-??????',
        'sqs SendMessage on ClicksQueue',
        'sqs SendMessage on EventsQueue',
      ],
      AnswerClicksRole: [
        'dynamodb GetItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike B#* C#* H#* R#*',
        'dynamodb PutItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike L#*',
        'dynamodb Query on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike H#* P#* R#.mutes*',
        'dynamodb UpdateItem on Ledger if dynamodb:LeadingKeys ForAllValues:StringLike H#* R#.mutes*',
        'logs CreateLogStream PutLogEvents on AnswerClicksLogs',
        'secretsmanager GetSecretValue on secretsmanager:HERE:secret:signalpost/dev/destinations-??????',
        'sqs ChangeMessageVisibility DeleteMessage GetQueueAttributes GetQueueUrl ReceiveMessage on ClicksQueue',
      ],
    });
  });

  it('has everything of a stage that nobody may call, under the same ids', () => {
    const missing = Object.keys(off.Resources).filter(
      (id) => on.Resources[id]?.Type !== off.Resources[id]?.Type,
    );

    expect(missing).toEqual([]);
    expect(JSON.stringify(off)).not.toMatch(
      /ReceiveEvents|AnswerClicks|EventsQueue|UrgentQueue|ClicksQueue|doorUrl/,
    );
  });

  it.each([
    ['events', { events }, ['ReceiveEventsFunction'], ['EventsQueue', 'UrgentQueue']],
    ['clicks', { slack }, ['AnswerClicksFunction', 'ReceiveEventsFunction'], ['ClicksQueue']],
  ])('has only what it needs for %s', (_, inbound, functions, queues) => {
    const only = templateOf(configWith(inbound));
    const added = (type: string) => idsOf(only, type).filter((id) => !idsOf(off, type).includes(id));

    expect(added('AWS::Lambda::Function')).toEqual(functions);
    expect(added('AWS::SQS::Queue')).toEqual(queues);
  });

  it("raises an alarm on AWS's own count of the calls that its URL answered with 4xx", () => {
    const alarms = resourcesOf(on, 'AWS::CloudWatch::Alarm').filter(([id]) => id.startsWith('CallsRefused'));

    expect(alarms.map(([, { Properties }]) => Properties)).toMatchObject([
      {
        Namespace: 'AWS/Lambda',
        MetricName: 'Url4xxCount',
        Statistic: 'Sum',
        Period: 300,
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: inboundId } }],
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        // A wrong secret of a sender with one event a minute, and an attack with pauses; not a mistake, and not one scan.
        Threshold: 5,
        EvaluationPeriods: 6,
        DatapointsToAlarm: 3,
        TreatMissingData: 'notBreaching',
        AlarmActions: [expect.anything()],
      },
    ]);
    expect(idsOf(off, 'AWS::CloudWatch::Alarm')).not.toContain('CallsRefused');
  });
});
