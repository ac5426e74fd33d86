import { afterAll, describe, expect, it } from 'vitest';
import { queues } from '../../functions/wiring.ts';
import { listAlarms, tellingAlarms } from '../../shared/alarms/list-alarms.ts';
import { readDescription } from '../../shared/domain/alarm.ts';
import { metricNames } from '../../shared/domain/metric-names.ts';
import { exampleConfig } from './example-config.ts';
import { resourcesOf, type StackTemplate, synthesize } from './synthesize.ts';

const slack = { type: 'slack', webhookUrl: { secret: 'OPS_SLACK_WEBHOOK_URL' } } as const;
const told = { ...exampleConfig, alarms: { to: slack, email: 'ops@example.com', quietAfter: '2 days' } };

describe('the monitoring stack', () => {
  const synthesized = synthesize({ config: told });
  const { monitoring } = synthesized;
  afterAll(() => synthesized.remove());

  const all = (type: string) => resourcesOf(monitoring, type);
  const idsOf = (type: string, beginning: string): string[] =>
    all(type)
      .map(([id]) => id)
      .filter((id) => id.startsWith(beginning));
  const alarms = all('AWS::CloudWatch::Alarm');
  const [alarmsTopic = ''] = idsOf('AWS::SNS::Topic', 'Alarms');
  const [lastResort = ''] = idsOf('AWS::SNS::Topic', 'LastResort');
  const [teller = ''] = idsOf('AWS::Lambda::Function', 'Teller');
  const [untold = ''] = idsOf('AWS::SQS::Queue', 'Teller');

  it('tells of each alarm when it is raised and when it is over', () => {
    for (const [id, { Properties }] of alarms) {
      const topic = id.startsWith('Teller') ? lastResort : alarmsTopic;
      expect({ id, raised: Properties.AlarmActions }).toEqual({ id, raised: [{ Ref: topic }] });
      expect({ id, over: Properties.OKActions }).toEqual({ id, over: [{ Ref: topic }] });
    }
  });

  it('gives each alarm a sentence on its impact and a heading, within what CloudWatch takes', () => {
    for (const [id, { Properties }] of alarms) {
      const { impact, heading } = readDescription(Properties.AlarmDescription);
      expect({ id, impact }).toEqual({ id, impact: expect.stringMatching(/^[A-Z].{40,}\.$/s) });
      expect({ id, heading }).toEqual({ id, heading: expect.stringMatching(/^[A-Z].+/) });
      expect(Properties.AlarmDescription.length).toBeLessThanOrEqual(1024);
    }
  });

  it('has an alarm for each rule, and raises it as the rule says', () => {
    const rules = [
      ...listAlarms(told, queues),
      ...tellingAlarms.map((rule) => ({ ...rule, id: `Teller${rule.id}` })),
    ];
    expect(alarms.map(idOf).sort()).toEqual(rules.map(({ id }) => id).sort());
    const missing = { fine: 'notBreaching', unknown: 'ignore' };
    for (const { id, alarmsAt, period, periods, gap } of rules) {
      const found = alarms.find((alarm) => idOf(alarm) === id)?.[1].Properties ?? {};
      expect({ id, ...found }).toMatchObject({
        id,
        Threshold: alarmsAt === 'nothing' ? 1 : alarmsAt,
        ComparisonOperator: alarmsAt === 'nothing' ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
        DatapointsToAlarm: periods.breaching,
        EvaluationPeriods: periods.of,
        TreatMissingData: alarmsAt === 'nothing' ? 'breaching' : missing[gap],
      });
      expect({ id, period: watchedBy(found).Period }).toEqual({ id, period });
    }
  });

  it('watches the dead letters of each queue, and the poll queue itself', () => {
    for (const { id, watches } of listAlarms(told, queues)) {
      const found = alarms.find((alarm) => idOf(alarm) === id)?.[1].Properties ?? {};
      const dimensions = JSON.stringify(watchedBy(found).Dimensions);
      if ('deadLettersOf' in watches) expect(dimensions).toMatch(/DeadLetters/);
      if ('oldestMessageOf' in watches) expect(dimensions).toMatch(/PollQueue(?!DeadLetters)/);
    }
  });

  it('puts an alarm on one metric alone: plain, or with 0 in its gaps, never on other math or on other alarms', () => {
    expect(all('AWS::CloudWatch::CompositeAlarm')).toEqual([]);
    for (const [id, { Properties }] of alarms) {
      const metrics = Properties.Metrics ?? [];
      const math = metrics.flatMap(({ Expression = [] }) => Expression);
      expect({ id, math }).toEqual({ id, math: metrics.length > 0 ? ['FILL(watched, 0)'] : [] });
      expect(watchedBy(Properties).MetricName).toBeTypeOf('string');
    }
  });

  it('tells of a quiet after the time that the config says, and of ticks by its own rhythm', () => {
    const alarm = (name: string) => alarms.find(([id]) => id.startsWith(name))?.[1].Properties;
    expect(alarm('NothingNew')).toMatchObject({
      Threshold: 2 * 86_400,
      Period: 900,
      MetricName: 'QuietTime',
    });
    expect(watchedBy(alarm('PollingStopped'))).toMatchObject({ MetricName: 'Invocations', Period: 900 });
  });

  it('sends no metric that neither an alarm nor the dashboard asks for, and none by another stage', () => {
    const [[, dashboard] = []] = all('AWS::CloudWatch::Dashboard');
    const asked = JSON.stringify([alarms, dashboard]);
    for (const name of Object.values(metricNames)) expect(asked).toContain(name);
    const own = alarms.filter(([, { Properties }]) => Properties.Namespace === 'Signalpost');
    for (const [, { Properties }] of own) {
      expect(Object.values(metricNames)).toContain(Properties.MetricName);
      expect(Properties.Dimensions).toEqual([{ Name: 'stage', Value: 'dev' }]);
    }
  });

  it('lets only the alarms of this account publish, and only over TLS', () => {
    const policies = all('AWS::SNS::TopicPolicy').map(([, { Properties }]) => Properties);
    expect(policies.map(({ Topics }) => Topics[0].Ref).sort()).toEqual([alarmsTopic, lastResort].sort());
    for (const { PolicyDocument } of policies) {
      const statements = PolicyDocument.Statement as Record<string, unknown>[];
      expect(statements.filter(({ Effect }) => Effect === 'Deny')).toMatchObject([
        { Action: 'sns:Publish', Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      ]);
      expect(statements.filter(({ Effect }) => Effect === 'Allow')).toMatchObject([
        {
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: {
            StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
            ArnLike: { 'aws:SourceArn': expect.anything() },
          },
        },
      ]);
    }
  });

  it('hands alarms to their function, and keeps those that it could not tell', () => {
    const subscriptions = all('AWS::SNS::Subscription').map(([, { Properties }]) => Properties);
    const toFunction = subscriptions.filter(({ Protocol }) => Protocol === 'lambda');
    expect(toFunction).toMatchObject([
      {
        TopicArn: { Ref: alarmsTopic },
        Endpoint: { 'Fn::GetAtt': [teller, 'Arn'] },
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': [untold, 'Arn'] } },
      },
    ]);
    expect(all('AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => Properties)).toMatchObject([
      {
        FunctionName: { Ref: teller },
        MaximumRetryAttempts: 2,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [untold, 'Arn'] } } },
      },
    ]);
    expect(all('AWS::Lambda::Permission').map(([, { Properties }]) => Properties)).toMatchObject([
      { Principal: 'sns.amazonaws.com', SourceArn: { Ref: alarmsTopic } },
    ]);
  });

  it("tells of the function's own failure by mail, never through the function", () => {
    const ownAlarms = alarms
      .filter(([id]) => id.startsWith('Teller'))
      .map(([, { Properties }]) => Properties);
    expect(ownAlarms.map(({ MetricName }) => MetricName).sort()).toEqual([
      'ApproximateNumberOfMessagesVisible',
      'Errors',
    ]);
    const mail = all('AWS::SNS::Subscription').filter(
      ([, { Properties }]) => Properties.Protocol === 'email',
    );
    expect(mail.map(([, { Properties }]) => [Properties.TopicArn, Properties.Endpoint])).toEqual([
      [{ Ref: lastResort }, 'ops@example.com'],
    ]);
    // Where the doctor asks whether that address has confirmed.
    expect(monitoring.Outputs?.MailTopicArn).toMatchObject({ Value: { Ref: lastResort } });
  });

  it('shows on the dashboard what a newcomer asks first', () => {
    const widgets = widgetsOf(monitoring);
    expect(widgets[0]?.properties.markdown).toContain('stage dev');
    expect(widgets[1]?.properties.alarms).toHaveLength(alarms.length);
    const titles = widgets.map(({ properties }) => properties.title ?? '').join('\n');
    for (const asked of ['Buyers', 'New signals', 'arrival to delivery', '429', 'outcome', 'Dead letters']) {
      expect(titles).toContain(asked);
    }
    // Beyond 50 an account pays $3 a month for it, see cli/cost/prices.ts.
    const drawn = widgets.flatMap(({ properties }) => properties.metrics ?? []);
    const metrics = drawn.filter((metric: unknown[]) => typeof metric[0] === 'string');
    expect(metrics.length).toBeGreaterThan(10);
    expect(metrics.length).toBeLessThanOrEqual(50);
    expect(all('AWS::CloudWatch::Dashboard')).toHaveLength(1);
  });
});

describe('a stage whose config says nothing of alarms', () => {
  it('has them all the same, and tells at synth that nobody is told', () => {
    const { monitoring, stacks, remove } = synthesize();
    remove();

    const ids = resourcesOf(monitoring, 'AWS::CloudWatch::Alarm').map(idOf);
    expect(ids.sort()).toEqual(
      listAlarms(exampleConfig, queues)
        .map(({ id }) => id)
        .sort(),
    );
    expect(resourcesOf(monitoring, 'AWS::SNS::Topic')).toHaveLength(1);
    expect(resourcesOf(monitoring, 'AWS::SNS::Subscription')).toEqual([]);
    expect(resourcesOf(monitoring, 'AWS::Lambda::Function')).toEqual([]);
    expect(stacks.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it('tells an address of every alarm when that is all it says', () => {
    const config = { ...exampleConfig, alarms: { email: 'ops@example.com', quietAfter: '3 days' } };
    const { monitoring, remove } = synthesize({ config });
    remove();

    const [[topic] = []] = resourcesOf(monitoring, 'AWS::SNS::Topic');
    const [[, mail] = [], ...others] = resourcesOf(monitoring, 'AWS::SNS::Subscription');
    expect(others).toEqual([]);
    expect(mail?.Properties).toMatchObject({
      TopicArn: { Ref: topic },
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
  });
});

/** CDK puts eight characters behind each id. */
function idOf([id]: readonly [string, ...unknown[]]): string {
  return id.slice(0, -8);
}

/** What an alarm looks at: its metric, or the one in its expression. */
// biome-ignore lint/suspicious/noExplicitAny: as the template has it; the tests look at its parts.
function watchedBy(properties: any): any {
  const inner = properties.Metrics?.find((metric: object) => 'MetricStat' in metric)?.MetricStat;
  return inner === undefined ? properties : { ...inner.Metric, Period: inner.Period, Statistic: inner.Stat };
}

interface Widget {
  // biome-ignore lint/suspicious/noExplicitAny: a dashboard's body is whatever CDK wrote; the test looks at its parts.
  readonly properties: any;
}

/** The body's JSON, with `token` for what only the deployment knows. */
function widgetsOf(template: StackTemplate): Widget[] {
  const parts = resourcesOf(template, 'AWS::CloudWatch::Dashboard').flatMap(
    ([, { Properties }]) => Properties.DashboardBody['Fn::Join'][1] as unknown[],
  );
  const text = parts.map((part) => (typeof part === 'string' ? part : 'token')).join('');
  return JSON.parse(text).widgets;
}
