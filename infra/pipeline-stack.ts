import { CfnOutput, Duration, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import {
  ContextAttribute,
  type ISchedule,
  type IScheduleTarget,
  Schedule,
  ScheduleExpression,
  type ScheduleTargetConfig,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { ScheduleTargetBase, type ScheduleTargetBaseProps } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Construct } from 'constructs';
import {
  type PipelineFunction,
  pipelineFunctions,
  type QueueName,
  queues,
  rateOf,
  schedules,
} from '../functions/wiring.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { parseDuration } from '../shared/domain/duration.ts';
import { fingerprintConfig, pascalCase, stageOutputs } from '../shared/runtime/stage-names.ts';
import { AlarmTopic } from './constructs/alarm-topic.ts';
import { HandlerFunction, type LedgerTable } from './constructs/handler-function.ts';
import { DeadLetterQueue, WorkQueue } from './constructs/work-queue.ts';

export interface PipelineStackProps extends StackProps {
  readonly stage: string;
  readonly config: SignalpostConfig;
  /** The state stack's, which the functions use unless the config names another. */
  readonly table: LedgerTable;
}

/**
 * The functions, queues and schedules of `functions/wiring.ts`. Holds no state: it can be deleted and created again.
 */
export class PipelineStack extends Stack {
  readonly functions: Readonly<Record<PipelineFunction, HandlerFunction>>;
  readonly queues: Readonly<Record<QueueName, WorkQueue>>;
  /** Of all queues. */
  readonly deadLetters: DeadLetterQueue;
  /** The alarms of the stage: here, since the sweep publishes to it. */
  readonly alarms: AlarmTopic;
  private readonly scheduleDeadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string, { stage, config, table, ...props }: PipelineStackProps) {
    super(scope, id, props);
    this.functions = mapEntries(pipelineFunctions, (_, name) => {
      return new HandlerFunction(this, pascalCase(name), { name, config, stage });
    });
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters');
    this.alarms = new AlarmTopic(this, 'Alarms', `Signalpost ${stage}: alarms`);
    this.functions['compose-digests'].publishTo(this.alarms);
    this.queues = mapEntries(queues, (wiring, name) => {
      const consumer = this.functions[wiring.consumer].lambda;
      return new WorkQueue(this, `${pascalCase(name)}Queue`, {
        wiring,
        consumer,
        config,
        deadLetters: this.deadLetters,
      });
    });
    this.scheduleDeadLetters = new DeadLetterQueue(this, 'ScheduleDeadLetters');
    const named = config.ledger?.table;
    const ledger = named === undefined ? table : Table.fromTableName(this, 'Ledger', named);
    this.grantAccess(stage, ledger);
    this.addSchedules(config);
    this.tellQueues();
    // A weak reference is resolved only when this stack is deployed. This output shows the table that it resolved to.
    // CloudFormation accepts weak references in outputs since May 2026 (cfn-lint #4519).
    new CfnOutput(this, stageOutputs.usedTable, { value: ledger.tableName });
    new CfnOutput(this, stageOutputs.configFingerprint, { value: fingerprintConfig(config) });
  }

  /** Outputs for the operator: CloudFormation generates the names, so the queues could not be found otherwise. */
  private tellQueues(): void {
    for (const name of namesOf(queues)) {
      new CfnOutput(this, stageOutputs.queueUrl(name), { value: this.queues[name].queue.queueUrl });
    }
    new CfnOutput(this, stageOutputs.deadLettersUrl, { value: this.deadLetters.queueUrl });
    new CfnOutput(this, stageOutputs.scheduleDeadLettersUrl, { value: this.scheduleDeadLetters.queueUrl });
  }

  private grantAccess(stage: string, table: LedgerTable): void {
    for (const name of namesOf(pipelineFunctions)) {
      const wiring = pipelineFunctions[name];
      const handler = this.functions[name];
      handler.useLedger(table);
      for (const queue of wiring.sendsTo) handler.sendTo(queue, this.queues[queue].queue);
      handler.readSecrets(stage);
      new CfnOutput(this, stageOutputs.functionName(name), { value: handler.lambda.functionName });
    }
  }

  private addSchedules(config: SignalpostConfig): void {
    for (const name of namesOf(schedules)) {
      const { target, event } = schedules[name];
      const every = Duration.millis(parseDuration(rateOf(schedules[name], config)));
      // The slot is the scheduled time, so a late or repeated tick has the same slot.
      const input = ScheduleTargetInput.fromObject({ ...event, slot: ContextAttribute.scheduledTime });
      new Schedule(this, `${pascalCase(name)}Schedule`, {
        description: target,
        schedule: ScheduleExpression.rate(every),
        target: new InvokeFunction(this.functions[target].lambda, {
          input,
          deadLetterQueue: this.scheduleDeadLetters,
          retryAttempts: 3,
          maxEventAge: Duration.hours(1),
        }),
      });
    }
    // Scheduler only delivers the event: Lambda retries a failing handler, then sends the event here.
    for (const target of new Set(namesOf(schedules).map((name) => schedules[name].target))) {
      const { lambda } = this.functions[target];
      lambda.configureAsyncInvoke({
        onFailure: new SqsDestination(this.scheduleDeadLetters),
        retryAttempts: 2,
        maxEventAge: Duration.hours(1),
      });
      Validations.of(lambda).acknowledge({
        id: 'Serverless-LambdaDLQ',
        reason: 'The failure destination above keeps the event together with the error.',
      });
    }
  }
}

/** Like `LambdaInvoke`, which would also allow the schedule's role to invoke every version and alias (`:*`). */
class InvokeFunction extends ScheduleTargetBase implements IScheduleTarget {
  constructor(target: IFunction, props: ScheduleTargetBaseProps) {
    super(props, target.functionArn);
  }

  override bind(schedule: ISchedule): ScheduleTargetConfig {
    const config = super.bind(schedule);
    // Includes the role's policy: a schedule that starts before it exists is denied its first ticks.
    schedule.node.addDependency(config.role);
    return config;
  }

  protected override addTargetActionToRole(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.targetArn] }),
    );
  }
}

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
}

function mapEntries<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  change: (value: From, name: Name) => To,
): Record<Name, To> {
  const entries = namesOf(record).map((name) => [name, change(record[name], name)]);
  return Object.fromEntries(entries) as Record<Name, To>;
}
