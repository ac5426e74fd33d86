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

/** Invokes a function at its times. The slot is the scheduled time, so a late or repeated tick has the same slot. */
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
