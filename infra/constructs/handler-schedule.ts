import { Duration } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  ContextAttribute,
  type ISchedule,
  type IScheduleTarget,
  Schedule,
  type ScheduleExpression,
  type ScheduleTargetConfig,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { ScheduleTargetBase, type ScheduleTargetBaseProps } from 'aws-cdk-lib/aws-scheduler-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

export interface HandlerScheduleProps {
  readonly description: string;
  readonly schedule: ScheduleExpression;
  readonly target: IFunction;
  /** The event; `slot`, the scheduled time, is added to it. */
  readonly event: Readonly<Record<string, unknown>>;
  readonly deadLetters: IQueue;
}

/** Invokes a function at its times. The slot comes from the schedule, so a late or repeated tick names the same one. */
export class HandlerSchedule extends Construct {
  constructor(scope: Construct, id: string, props: HandlerScheduleProps) {
    super(scope, id);
    new Schedule(this, 'Schedule', {
      description: props.description,
      schedule: props.schedule,
      target: new InvokeFunction(props.target, {
        input: ScheduleTargetInput.fromObject({ ...props.event, slot: ContextAttribute.scheduledTime }),
        deadLetterQueue: props.deadLetters,
        retryAttempts: 3,
        maxEventAge: Duration.hours(1),
      }),
    });
  }
}

/** As `LambdaInvoke`, which would let the schedule's role invoke every version and alias too (`:*`). */
class InvokeFunction extends ScheduleTargetBase implements IScheduleTarget {
  constructor(target: IFunction, props: ScheduleTargetBaseProps) {
    super(props, target.functionArn);
  }

  override bind(schedule: ISchedule): ScheduleTargetConfig {
    const config = super.bind(schedule);
    // With its policy, which is part of it: a schedule that begins before that is denied its first ticks.
    schedule.node.addDependency(config.role);
    return config;
  }

  protected override addTargetActionToRole(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.targetArn] }),
    );
  }
}
