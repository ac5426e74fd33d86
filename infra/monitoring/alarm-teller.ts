import { CfnOutput, Duration, Validations } from 'aws-cdk-lib';
import type { IAlarmAction } from 'aws-cdk-lib/aws-cloudwatch';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { tellingAlarms } from '../../shared/alarms/list-alarms.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { stageOutputs } from '../../shared/runtime/stage-names.ts';
import { HandlerFunction } from '../constructs/handler-function.ts';
import { DeadLetterQueue } from '../constructs/work-queue.ts';
import { RuleAlarm } from './rule-alarm.ts';

export interface AlarmTellerProps {
  readonly stage: string;
  readonly config: SignalpostConfig;
  readonly alarms: Topic;
  /** Used when alarms can't be sent. Does not use this function. */
  readonly lastResort: IAlarmAction;
}

const subscriber = 'tell-alarm';

/**
 * Sends alarms by a separate function, which shares nothing with the functions that it reports on. Two alarms watch
 * it.
 */
export class AlarmTeller extends Construct {
  readonly ownAlarms: readonly RuleAlarm[];

  constructor(scope: Construct, id: string, { stage, config, alarms, lastResort }: AlarmTellerProps) {
    super(scope, id);
    const handler = new HandlerFunction(this, 'TellAlarm', { name: subscriber, config, stage });
    handler.readSecrets(stage);

    const unsent = new DeadLetterQueue(this, 'UnsentAlarms');
    // Gets an alarm if the topic could not deliver it, or if the function failed in every try.
    alarms.addSubscription(new LambdaSubscription(handler.lambda, { deadLetterQueue: unsent }));
    handler.lambda.configureAsyncInvoke({
      onFailure: new SqsDestination(unsent),
      // After one minute and after two.
      retryAttempts: 2,
      maxEventAge: Duration.hours(1),
    });
    Validations.of(handler.lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The failure destination above keeps the event together with the error.',
    });

    const metrics = {
      errors: handler.lambda.metricErrors(),
      unsent: unsent.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum' }),
    };
    this.ownAlarms = tellingAlarms.map(
      (rule) => new RuleAlarm(this, rule.id, { rule, metric: metrics[rule.watches], action: lastResort }),
    );

    // In the stack's scope, where the CLI looks for the outputs of functions.
    new CfnOutput(scope, stageOutputs.functionName(subscriber), { value: handler.lambda.functionName });
  }
}
