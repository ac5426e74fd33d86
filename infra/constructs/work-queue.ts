import { Duration, Validations } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import {
  concurrencyOf,
  maxReceives,
  type QueueWiring,
  visibilityOf,
  windowOf,
} from '../../functions/wiring.ts';
import type { HandlerFunction } from './handler-function.ts';
import type { StageSettings } from './signalpost-props.ts';

export interface WorkQueueProps extends StageSettings {
  readonly wiring: QueueWiring;
  readonly consumer: HandlerFunction;
  /** All queues share it, so that one alarm watches it. A redrive moves each message back to its own queue. */
  readonly deadLetters: Queue;
}

export class WorkQueue extends Queue {
  constructor(scope: Construct, id: string, { wiring, consumer, deadLetters, ...props }: WorkQueueProps) {
    const timeoutSeconds = props.functionDefaults?.timeout?.toSeconds();
    const windowSeconds = windowOf(wiring, props.config);
    super(scope, id, {
      ...encryptionOf(props.encryptionKey),
      visibilityTimeout: Duration.seconds(visibilityOf(wiring, timeoutSeconds)),
      retentionPeriod: Duration.days(wiring.retentionDays),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: maxReceives },
    });
    consumer.lambda.addEventSource(
      new SqsEventSource(this, {
        batchSize: wiring.batchSize,
        ...(wiring.maxConcurrency !== undefined && { maxConcurrency: concurrencyOf(wiring, props.config) }),
        ...(windowSeconds !== undefined && { maxBatchingWindow: Duration.seconds(windowSeconds) }),
        // One failed message would otherwise bring back the whole batch, sent digests among it.
        reportBatchItemFailures: true,
      }),
    );
    const reason = 'Failed messages stay in the queue, then go to the dead letter queue.';
    Validations.of(consumer.lambda).acknowledge(
      { id: 'Serverless-LambdaDLQ', reason },
      {
        id: 'Serverless-LambdaEventSourceMappingDestination',
        reason: `Lambda supports no failure destination for a queue's consumer. ${reason}`,
      },
    );
  }
}

/** Messages stay as long as SQS allows, for a redrive by hand. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id, { ...encryptionOf(key), retentionPeriod: Duration.days(14) });
    const reason = 'A dead letter queue has no dead letter queue of its own.';
    Validations.of(this).acknowledge(
      { id: 'AwsSolutions-SQS3', reason },
      { id: 'Serverless-SQSRedrivePolicy', reason },
    );
  }
}

function encryptionOf(key: IKey | undefined) {
  return {
    enforceSSL: true,
    ...(key === undefined
      ? { encryption: QueueEncryption.SQS_MANAGED }
      : { encryption: QueueEncryption.KMS, encryptionMasterKey: key }),
  };
}
