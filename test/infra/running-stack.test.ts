import { describe, expect, it } from 'vitest';
import {
  concurrencyOf,
  functions,
  isOn,
  maxReceives,
  pipelineFunctions,
  queues,
  visibilityOf,
} from '../../functions/wiring.ts';
import { exampleConfig } from '../support/infra/example-config.ts';
import { type Resource, resourcesOf, synthesize } from '../support/infra/synthesize.ts';
import { statementsOf } from './permissions.ts';

const own = Object.values(pipelineFunctions).filter((one) => isOn(one, exampleConfig));
const ownQueues = Object.entries(queues).filter(([, one]) => isOn(one, exampleConfig));

describe('the running stack', () => {
  const synthesized = synthesize();
  const { running } = synthesized;

  const all = (type: string) => resourcesOf(running, type);
  /** The one resource of a type whose logical id begins with this. */
  const one = (type: string, beginning: string): [string, Resource] => {
    const found = all(type).filter(([id]) => new RegExp(`^${beginning}[0-9A-F]{8}$`).test(id));
    expect(found, `${type} ${beginning}`).toHaveLength(1);
    return found[0] as [string, Resource];
  };
  const idOf = ({ 'Fn::GetAtt': [id] }: { 'Fn::GetAtt': [string, string] }) => id;

  it('runs each function of the wiring on arm64 and Node 24, with its own role and log group', () => {
    const found = all('AWS::Lambda::Function').map(([, { Properties }]) => Properties);
    expect(found).toHaveLength(own.length);
    for (const properties of found) {
      const wiring = Object.values(pipelineFunctions).find(
        ({ purpose }) => purpose === properties.Description,
      );
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Timeout: wiring?.timeoutSeconds,
        MemorySize: wiring?.memoryMb,
      });
    }
    expect(new Set(found.map(({ Role }) => idOf(Role))).size).toBe(found.length);
    expect(new Set(found.map(({ LoggingConfig }) => LoggingConfig.LogGroup.Ref)).size).toBe(found.length);
    for (const [, { Properties }] of all('AWS::Logs::LogGroup')) expect(Properties.RetentionInDays).toBe(30);
  });

  it('uses the table that the config names, and grants its index; the table of the state stack stays', () => {
    const table = 'signalpost-dev-state-restored';
    const named = synthesize({ config: { ...exampleConfig, ledger: { table } } });

    for (const [, { Properties }] of resourcesOf(named.running, 'AWS::Lambda::Function')) {
      expect(Properties.Environment.Variables.SIGNALPOST_TABLE).toBe(table);
    }
    const resources = statementsOf(named.running)
      .filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')))
      .flatMap((statement) => statement.resources.map((resource) => JSON.stringify(resource)));
    expect(resources.filter((resource) => !resource.includes(`table/${table}`))).toEqual([]);
    expect(resources.filter((resource) => resource.includes(`table/${table}/index/due`))).not.toEqual([]);
    expect(named.state.Resources).toEqual(synthesized.state.Resources);
  });

  it('keeps dead letters for two weeks, as long as SQS can', () => {
    const letters = all('AWS::SQS::Queue').filter(([, { Properties }]) => !Properties.RedrivePolicy);
    // Of the queues, and of the schedules.
    expect(letters).toHaveLength(2);
    for (const [, { Properties }] of letters) expect(Properties.MessageRetentionPeriod).toBe(14 * 86_400);
  });

  it.each(ownQueues)('feeds the %s queue to its consumer as wired', (name, wiring) => {
    const title = name[0]?.toUpperCase() + name.slice(1);
    const [id, { Properties: queue }] = one('AWS::SQS::Queue', `${title}Queue`);
    expect(queue).toMatchObject({
      VisibilityTimeout: visibilityOf(wiring),
      MessageRetentionPeriod: wiring.retentionDays * 86_400,
      RedrivePolicy: { maxReceiveCount: maxReceives },
    });
    const source = all('AWS::Lambda::EventSourceMapping').find(
      ([, { Properties }]) => idOf(Properties.EventSourceArn) === id,
    )?.[1].Properties;
    expect(source).toMatchObject({
      BatchSize: wiring.batchSize,
      ...(wiring.windowSeconds === undefined ? {} : { MaximumBatchingWindowInSeconds: wiring.windowSeconds }),
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    const { maxConcurrency } = wiring;
    expect(source.ScalingConfig?.MaximumConcurrency).toBe(
      maxConcurrency === undefined ? undefined : concurrencyOf(wiring, exampleConfig),
    );
    const consumer = running.Resources[source.FunctionName.Ref]?.Properties;
    expect(consumer.Description).toBe(functions[wiring.consumer].purpose);
    expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(6 * consumer.Timeout);
  });

  it('wakes each function at its times, with the slot that the schedule names', () => {
    const slot = '<aws.scheduler.scheduled-time>';
    const found = all('AWS::Scheduler::Schedule').map(([, { Properties }]) => ({
      expression: Properties.ScheduleExpression,
      timezone: Properties.ScheduleExpressionTimezone,
      event: JSON.parse(Properties.Target.Input),
      target: running.Resources[idOf(Properties.Target.Arn)]?.Properties.Description,
    }));
    const planned = functions['plan-polls'].purpose;
    const composed = functions['compose-digests'].purpose;
    expect(found).toEqual([
      { expression: 'rate(15 minutes)', timezone: 'Etc/UTC', event: { due: true, slot }, target: planned },
      // The sweep composes every route.
      {
        expression: 'rate(1 minute)',
        timezone: 'Etc/UTC',
        event: { sweep: true, compose: true, alerts: true, slot },
        target: composed,
      },
    ]);
  });

  it('makes no function and no schedule before its role has its permissions: a first tick would be denied', () => {
    const roles = [
      ...all('AWS::Lambda::Function').map(([id, { Properties }]) => [id, idOf(Properties.Role)] as const),
      ...all('AWS::Scheduler::Schedule').map(
        ([id, { Properties }]) => [id, idOf(Properties.Target.RoleArn)] as const,
      ),
    ];
    for (const [id, role] of roles) {
      const policies = all('AWS::IAM::Policy')
        .filter(([, { Properties }]) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role))
        .map(([policy]) => policy);
      expect(policies, role).not.toEqual([]);
      const first = running.Resources[id]?.DependsOn ?? [];
      expect({ id, first }).toEqual({ id, first: expect.arrayContaining(policies) });
    }
  });

  it('updates deliver-digest before what queues for it: it would hold the digests of a new route for an hour', () => {
    const [composer] = one('AWS::Lambda::Function', 'ComposeDigestsFunction');
    const [sender] = one('AWS::Lambda::Function', 'DeliverDigestFunction');

    expect(running.Resources[composer]?.DependsOn).toContain(sender);
  });

  it('tells the CLI its parts by one parameter, whose name is known', () => {
    const [[, { Properties } = {} as Resource] = [], ...others] = all('AWS::SSM::Parameter');

    expect(others).toEqual([]);
    expect(Properties.Name).toBe('/signalpost/dev/manifest');
    const written = JSON.stringify(Properties.Value);
    for (const [id] of [...all('AWS::Lambda::Function'), ...all('AWS::SQS::Queue')])
      expect(written, id).toContain(JSON.stringify({ Ref: id }));
    // The table that the functions were deployed with.
    const [[, composer = {} as Resource] = []] = all('AWS::Lambda::Function');
    expect(written).toContain(JSON.stringify(composer.Properties.Environment.Variables.SIGNALPOST_TABLE));
    expect(running.Outputs).toBeUndefined();
  });

  it('keeps an event that a schedule or its function failed with, and never shifts a tick', () => {
    const [deadLetters] = one('AWS::SQS::Queue', 'ScheduleDeadLetters');
    for (const [, { Properties }] of all('AWS::Scheduler::Schedule')) {
      expect(Properties.FlexibleTimeWindow).toEqual({ Mode: 'OFF' });
      expect(idOf(Properties.Target.DeadLetterConfig.Arn)).toBe(deadLetters);
      expect(Properties.Target.RetryPolicy).toEqual({
        MaximumEventAgeInSeconds: 3600,
        MaximumRetryAttempts: 3,
      });
    }
    const scheduled = new Set(
      all('AWS::Scheduler::Schedule').map(([, { Properties }]) => idOf(Properties.Target.Arn)),
    );
    const guarded = all('AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => {
      expect(idOf(Properties.DestinationConfig.OnFailure.Destination)).toBe(deadLetters);
      return Properties.FunctionName.Ref;
    });
    expect(guarded.sort()).toEqual([...scheduled].sort());
  });

  it('keeps the logical id of every queue: a renamed one is replaced, and loses what waits in it', () => {
    expect(
      all('AWS::SQS::Queue')
        .map(([id]) => id)
        .sort(),
    ).toEqual([
      'ComposeQueue96B83A3A',
      'DeliveryQueueA11633D0',
      'PollQueueE235CFA2',
      'ScheduleDeadLetters0406ECBC',
      'SummaryQueue0C5B934F',
      'WorkDeadLetters429E96E8',
    ]);
  });
});
