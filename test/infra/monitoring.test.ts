import { describe, expect, it } from 'vitest';
import { readDescription } from '../../shared/domain/alerts/alarm.ts';
import { exampleConfig, toldConfig } from '../support/infra/example-config.ts';
import { resourcesOf, synthesize } from '../support/infra/synthesize.ts';
import { withoutHash } from './permissions.ts';

describe('the monitoring', () => {
  const { running } = synthesize({ config: toldConfig });

  const all = (type: string) => resourcesOf(running, type);
  const idsOf = (type: string, beginning: string): string[] =>
    all(type)
      .map(([id]) => id)
      .filter((id) => id.startsWith(beginning));
  const alarms = all('AWS::CloudWatch::Alarm');
  const [lastResort = ''] = idsOf('AWS::SNS::Topic', 'LastResort');
  const [teller = ''] = idsOf('AWS::Lambda::Function', 'TellAlarm');
  const [unsent = ''] = idsOf('AWS::SQS::Queue', 'UnsentAlarms');

  it('tells of each alarm when it is raised and when it is over, and of an unsent one by another topic', () => {
    for (const [id, { Properties }] of alarms) {
      const topic = id.startsWith('AlarmsUnsent') ? { Ref: lastResort } : ownTopic;
      expect({ id, raised: Properties.AlarmActions }).toEqual({ id, raised: [topic] });
      expect({ id, over: Properties.OKActions }).toEqual({ id, over: [topic] });
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

  it('has the four alarms that must stand outside, each on one metric, and no dashboard', () => {
    const watched = Object.fromEntries(
      alarms.map((alarm) => {
        const { Namespace, MetricName, Period, Dimensions } = watchedBy(alarm[1].Properties);
        const of = JSON.stringify(Dimensions).match(
          /ComposeDigestsFunction|DeadLetters|UnsentAlarms|"dev"/,
        )?.[0];
        return [idOf(alarm), `${Namespace} ${MetricName} of ${of} each ${Period} s`];
      }),
    );
    expect(watched).toEqual({
      ComposingStopped: 'Signalpost SweepsEnded of "dev" each 300 s',
      ComposingFails: 'AWS/Lambda Errors of ComposeDigestsFunction each 300 s',
      DeadLetters: 'AWS/SQS ApproximateNumberOfMessagesVisible of DeadLetters each 300 s',
      AlarmsUnsent: 'AWS/SQS ApproximateNumberOfMessagesVisible of UnsentAlarms each 300 s',
    });
    expect(all('AWS::CloudWatch::Dashboard')).toEqual([]);
    expect(all('AWS::CloudWatch::CompositeAlarm')).toEqual([]);
  });

  it("is raised for each way of the sweep's being broken, also under steady hot traffic", () => {
    // In five minutes there are five sweeps, and with hot traffic some ten invocations for hot signals, which fail nothing.
    const ways = {
      'its schedule is gone or disabled': { ended: 0, errors: 0 },
      'the function is throttled, or its permission is gone': { ended: 0, errors: 0 },
      'it fails to load, so that all invocations fail': { ended: 0, errors: 25 },
      'a part of it always throws, which Lambda retries twice': { ended: 0, errors: 15 },
      'it runs out of time or of memory': { ended: 0, errors: 15 },
      'every second sweep fails': { ended: 2, errors: 6 },
      'its metric is not written': { ended: null, errors: 0 },
    };
    for (const [way, { ended, errors }] of Object.entries(ways)) {
      const figures: Figures = { SweepsEnded: ended, Errors: errors };
      const raised = alarms.filter(([, { Properties }]) => isRaised(Properties, figures)).map(idOf);
      expect({ way, raised: raised.length > 0 }).toEqual({ way, raised: true });
    }
    const well: Figures = { SweepsEnded: 5, Errors: 0 };
    expect(alarms.filter(([, { Properties }]) => isRaised(Properties, well)).map(idOf)).toEqual([]);
  });

  it('lets the alarms of this account publish, and only over TLS', () => {
    const policies = all('AWS::SNS::TopicPolicy');
    expect(policies).toHaveLength(2);
    for (const [, { Properties }] of policies) {
      const statements = Properties.PolicyDocument.Statement as Record<string, unknown>[];
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
        TopicArn: ownTopic,
        Endpoint: { 'Fn::GetAtt': [teller, 'Arn'] },
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': [unsent, 'Arn'] } },
      },
    ]);
    const ofTeller = all('AWS::Lambda::EventInvokeConfig').filter(
      ([, { Properties }]) => Properties.FunctionName.Ref === teller,
    );
    expect(ofTeller.map(([, { Properties }]) => Properties)).toMatchObject([
      {
        FunctionName: { Ref: teller },
        MaximumRetryAttempts: 2,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': [unsent, 'Arn'] } } },
      },
    ]);
    expect(all('AWS::Lambda::Permission').map(([, { Properties }]) => Properties)).toMatchObject([
      { Principal: 'sns.amazonaws.com', SourceArn: ownTopic },
    ]);
  });

  it("tells of the function's own failure by mail, never through the function", () => {
    const mail = all('AWS::SNS::Subscription').filter(
      ([, { Properties }]) => Properties.Protocol === 'email',
    );
    expect(mail.map(([, { Properties }]) => [Properties.TopicArn, Properties.Endpoint])).toEqual([
      [{ Ref: lastResort }, 'ops@example.com'],
    ]);
    // Where the doctor asks whether that address has confirmed.
    const [[, manifest] = []] = all('AWS::SSM::Parameter');
    expect(JSON.stringify(manifest?.Properties.Value)).toContain(JSON.stringify({ Ref: lastResort }));
  });
});

describe('a stage whose config says nothing of alarms', () => {
  it('has them all the same but that of the function, and tells at synth that nobody is told', () => {
    const { running, stacks } = synthesize();

    const ids = resourcesOf(running, 'AWS::CloudWatch::Alarm').map(idOf);
    expect(ids.sort()).toEqual(['ComposingFails', 'ComposingStopped', 'DeadLetters']);
    expect(resourcesOf(running, 'AWS::SNS::Subscription')).toEqual([]);
    // The sweep publishes to it.
    expect(resourcesOf(running, 'AWS::SNS::Topic').map(idOf)).toEqual(['Alarms']);
    expect(stacks.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it('tells an address of every alarm when that is all it says', () => {
    const config = { ...exampleConfig, alarms: { email: 'ops@example.com', quietAfter: '3 days' } };
    const { running } = synthesize({ config });

    const [[, mail] = [], ...others] = resourcesOf(running, 'AWS::SNS::Subscription');
    expect(others).toEqual([]);
    expect(mail?.Properties).toMatchObject({
      TopicArn: ownTopic,
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
  });
});

const ownTopic = { Ref: expect.stringMatching(/^Alarms[0-9A-F]{8}$/) };

const idOf = ([id]: readonly [string, ...unknown[]]) => withoutHash(id);

/** The sum of each metric in every five minutes; null for a metric without data. */
type Figures = Readonly<Record<'SweepsEnded' | 'Errors', number | null>>;

/** Whether CloudWatch raises the alarm, where every period has these figures. */
// biome-ignore lint/suspicious/noExplicitAny: as the template has it.
function isRaised(properties: any, figures: Figures): boolean {
  const known = figures[watchedBy(properties).MetricName as keyof Figures] ?? null;
  const isFilled = properties.Metrics?.some(
    ({ Expression = '' }) => Expression === 'FILL(watched, 0)' && figures.SweepsEnded !== null,
  );
  const figure = known ?? (isFilled ? 0 : null);
  if (figure === null) return properties.TreatMissingData === 'breaching';
  const { ComparisonOperator, Threshold } = properties;
  return ComparisonOperator === 'LessThanThreshold' ? figure < Threshold : figure >= Threshold;
}

/** What an alarm looks at: its metric, or the one in its expression. */
// biome-ignore lint/suspicious/noExplicitAny: as the template has it; the tests look at its parts.
function watchedBy(properties: any): any {
  const inner = properties.Metrics?.find((metric: object) => 'MetricStat' in metric)?.MetricStat;
  return inner === undefined ? properties : { ...inner.Metric, Period: inner.Period, Statistic: inner.Stat };
}
