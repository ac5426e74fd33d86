import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Alarm, IAlarmAction, Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Connections, type IConnectable } from 'aws-cdk-lib/aws-ec2';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import {
  type FunctionName,
  isOn,
  type PipelineFunction,
  pipelineFunctions,
  queues,
} from '../functions/wiring.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import type { sweepsEnded } from '../shared/domain/metric-names.ts';
import { pascalCase } from '../shared/runtime/stage-names.ts';
import { addWidgets } from './constructs/dashboard.ts';
import { HandlerFunction } from './constructs/handler-function.ts';
import { letServicesUse } from './constructs/keys.ts';
import { ledgerTable } from './constructs/ledger-table.ts';
import { addManifest, mapEntries } from './constructs/manifest.ts';
import { addMonitoring, sweepMetric } from './constructs/monitoring.ts';
import { grantOperation, type OperatedParts, type StageQueues } from './constructs/operate.ts';
import { addSchedules } from './constructs/schedules.ts';
import type { AlarmId, SignalpostProps, StageSettings } from './constructs/signalpost-props.ts';
import { DeadLetterQueue, WorkQueue } from './constructs/work-queue.ts';
import { settle } from './settle.ts';

export type {
  AlarmId,
  FunctionDefaults,
  MonitoringProps,
  SignalpostProps,
} from './constructs/signalpost-props.ts';

/** Queues of messages that were not handled. */
export interface DeadLetters {
  /** The dead letters of all work queues. */
  readonly work: Queue;
  /** The dead letters of the schedules. */
  readonly ticks: Queue;
  /** Alarms that could not be sent. Only if the config has `alarms.to`. */
  readonly alarms?: Queue;
}

/**
 * Signalpost as a part of a CDK app: functions, queues, schedules, alarms, and the ledger's table unless one is given.
 * Throws `ConfigurationError` for a config or a property that can't be deployed.
 */
export class Signalpost extends Construct implements IConnectable {
  readonly stage: string;
  readonly table: ITable;
  /** The functions by their names; `tell-alarm` only if the config has `alarms.to`. */
  readonly functions: Readonly<Partial<Record<FunctionName, IFunction>>>;
  /** `events`, `urgent` and `clicks` only if the config has `inbound`. */
  readonly queues: StageQueues;
  readonly deadLetters: DeadLetters;
  /** Events go to `events` below it, Slack's clicks to `slack`. Undefined unless the config has `inbound`. */
  readonly doorUrl: string | undefined;
  /** CloudWatch's. The sweep judges all others. */
  readonly alarms: Readonly<Partial<Record<AlarmId, Alarm>>>;
  /**
   * The stage's own, beside one that was given. It gets CloudWatch's alarms, and those that the sweep judges if the config has
   * `alarms.to` or `alarms.email`. Undefined with `monitoring: false`.
   */
  readonly alarmTopic: ITopic | undefined;
  private readonly network: Connections | undefined;
  private readonly operated: OperatedParts;

  constructor(scope: Construct, id: string, props: SignalpostProps) {
    super(scope, id);
    const settings = settle(this, props);
    const { stage, config, encryptionKey, securityGroups } = settings;
    checkUnique(this, settings);
    this.stage = stage;
    if (encryptionKey) letServicesUse(this, encryptionKey, ['logs', 'cloudwatch', 'sns']);
    this.network = securityGroups && new Connections({ securityGroups: [...securityGroups] });
    this.table = settings.table ?? ledgerTable(this, settings);

    const handlers = mapEntries(pipelineFunctions, (wiring, name) =>
      isOn(wiring, config) ? new HandlerFunction(this, pascalCase(name), name, settings) : undefined,
    );
    const work = new DeadLetterQueue(this, 'WorkDeadLetters', encryptionKey);
    this.queues = mapEntries(queues, (wiring, name) => {
      if (!isOn(wiring, config)) return undefined;
      const own = { wiring, consumer: handlers[wiring.consumer], deadLetters: work };
      return new WorkQueue(this, `${pascalCase(name)}Queue`, { ...settings, ...own });
    });
    this.connect(handlers);
    const ticks = new DeadLetterQueue(this, 'ScheduleDeadLetters', encryptionKey);
    addSchedules(this, settings, handlers, ticks);
    const inbound = config.inbound && handlers['receive-events'];
    this.doorUrl = inbound?.openToAll();
    if (this.doorUrl) new CfnOutput(this, 'DoorUrl', { value: this.doorUrl });

    const { alarms, topic, teller, mailTopic } = addMonitoring(this, settings, handlers, work);
    this.alarms = alarms;
    this.alarmTopic = topic;
    this.deadLetters = { work, ticks, ...(teller && { alarms: teller.unsent }) };
    this.functions = {
      ...mapEntries(handlers, ({ lambda }) => lambda),
      ...(teller && { 'tell-alarm': teller.handler.lambda }),
    };
    this.operated = {
      settings,
      table: this.table,
      functions: this.functions,
      queues: this.queues,
      deadLetters: this.deadLetters,
      doorUrl: this.doorUrl,
      mailTopic,
    };
    addManifest(this, this.operated);
    addWidgets(this.operated, Object.values(alarms));
  }

  /** The connections of the functions' security groups. Throws without `vpc`. */
  get connections(): Connections {
    if (this.network) return this.network;
    throw new Error(
      `${this.node.path} has no connections: its functions are in no VPC; give it the property vpc`,
    );
  }

  /** Lets a person or a role use the stage by the CLI: all of its commands but `deploy`, `diff` and `destroy`. */
  grantOperate(grantee: IGrantable): Grant {
    return grantOperation(this, grantee, this.operated);
  }

  /** A metric of Signalpost's own. AWS counts all the rest: see the members `functions` and `queues`. */
  metric(_name: typeof sweepsEnded, props?: MetricOptions): Metric {
    return sweepMetric(this.stage, props);
  }

  /** Adds actions to each alarm of CloudWatch. */
  addAlarmAction(...actions: IAlarmAction[]): void {
    for (const alarm of Object.values(this.alarms)) alarm.addAlarmAction(...actions);
  }

  private connect(handlers: Readonly<Record<PipelineFunction, HandlerFunction>>): void {
    for (const handler of Object.values(handlers)) {
      handler.useLedger(this.table);
      for (const name of handler.wiring.sendsTo) {
        const queue = this.queues[name];
        if (queue) handler.sendTo(name, queue);
        // The consumer is updated first: with the config before, it holds what the new config's routes send for an hour.
        // Only the last of the line can be first: some of the others queue for each other.
        const consumer = handlers[queues[name].consumer];
        if (queue && consumer.wiring.sendsTo.length === 0) handler.lambda.node.addDependency(consumer.lambda);
      }
    }
  }
}

/**
 * Throws if the app has the stage or the table in the same account and region already: two of one stage would have the
 * same names for the CLI, and a table is the ledger of one stage.
 */
function checkUnique(signalpost: Signalpost, { stage, table }: StageSettings): void {
  const { environment } = Stack.of(signalpost);
  const there = signalpost.node.root.node
    .findAll()
    .filter((one) => one instanceof Signalpost)
    .filter((one) => Stack.of(one).environment === environment);
  const namesake = there.find((one) => one.stage === stage);
  const sharer = table && there.find((one) => one.table?.tableName === table.tableName);
  if (!namesake && !sharer) return;
  const { path } = signalpost.node;
  const problem = namesake
    ? `stage: found ${JSON.stringify(stage)} at ${path}, which ${namesake.node.path} is already; give each Signalpost of an ` +
      'account and region a stage of its own'
    : `table: found the table of ${sharer?.node.path} at ${path}; give each Signalpost a table of its own`;
  // CDK can't tell the places of stacks without env apart.
  const unless = environment.includes('unknown-') ? ', or set env on stacks of different places' : '';
  throw new ConfigurationError([`${problem}${unless}`]);
}
