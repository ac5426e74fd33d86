import { Duration } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
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
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type PipelineFunction, rateOf, schedules } from '../../functions/wiring.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { pascalCase } from '../../shared/runtime/stage-names.ts';
import type { HandlerFunction } from './handler-function.ts';
import { messageActions } from './keys.ts';
import type { StageSettings } from './signalpost-props.ts';

/** Adds the schedules of the wiring. `missed` keeps the ticks that could not be delivered, or whose function failed. */
export function addSchedules(
  scope: Construct,
  { config, encryptionKey }: StageSettings,
  functions: Readonly<Record<PipelineFunction, HandlerFunction>>,
  missed: Queue,
): void {
  for (const [name, wiring] of Object.entries(schedules)) {
    const target = functions[wiring.target];
    // The slot is the scheduled time, so a late or repeated tick has the same slot.
    const input = ScheduleTargetInput.fromObject({ ...wiring.event, slot: ContextAttribute.scheduledTime });
    new Schedule(scope, `${pascalCase(name)}Schedule`, {
      description: wiring.target,
      schedule: ScheduleExpression.rate(Duration.millis(parseDuration(rateOf(wiring, config)))),
      target: new InvokeFunction(target.lambda, encryptionKey, {
        input,
        deadLetterQueue: missed,
        retryAttempts: 3,
        maxEventAge: Duration.hours(1),
      }),
    });
    // Scheduler only delivers the event: Lambda retries a failing handler.
    target.keepFailures(missed);
  }
}

/** `LambdaInvoke` would also allow the schedule's role to invoke every version and alias (`:*`). */
class InvokeFunction extends ScheduleTargetBase implements IScheduleTarget {
  private readonly queueKey: IKey | undefined;

  constructor(target: IFunction, queueKey: IKey | undefined, props: ScheduleTargetBaseProps) {
    super(props, target.functionArn);
    this.queueKey = queueKey;
  }

  override bind(schedule: ISchedule): ScheduleTargetConfig {
    const config = super.bind(schedule);
    // The role has its policy first: a schedule that starts before it exists is denied its first ticks.
    schedule.node.addDependency(config.role);
    return config;
  }

  protected override addTargetActionToRole(role: IRole): void {
    const actions = ['lambda:InvokeFunction'];
    role.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [this.targetArn] }));
    this.queueKey?.grant(role, ...messageActions);
  }
}
