import { Duration, Validations } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { concurrencyOf, type QueueWiring } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';

export interface WorkQueueProps {
  readonly wiring: QueueWiring;
  readonly consumer: IFunction;
  readonly config: SignalpostConfig;
  /** Shared by all queues, so that one alarm watches it. A redrive moves each message back to its own queue. */
  readonly deadLetters: Queue;
}

/** A queue of the wiring with its consumer. */
export class WorkQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { wiring, consumer, config, deadLetters }: WorkQueueProps) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(wiring.visibilitySeconds),
      retentionPeriod: Duration.days(wiring.retentionDays),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: wiring.maxReceives },
    });
    consumer.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: wiring.batchSize,
        ...(wiring.maxConcurrency === undefined ? {} : { maxConcurrency: concurrencyOf(wiring, config) }),
        ...(wiring.windowSeconds === undefined
          ? {}
          : { maxBatchingWindow: Duration.seconds(wiring.windowSeconds) }),
        // Without it one failed message would bring back the whole batch, sent digests among it.
        reportBatchItemFailures: true,
      }),
    );
    const reason = 'Failed messages stay in the queue, then go to the dead letter queue.';
    Validations.of(consumer).acknowledge(
      { id: 'Serverless-LambdaDLQ', reason },
      {
        id: 'Serverless-LambdaEventSourceMappingDestination',
        reason: `Lambda supports no failure destination for a queue's consumer. ${reason}`,
      },
    );
  }
}

/** A queue for messages that could not be handled, kept as long as SQS allows for a redrive by hand. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const reason = 'A dead letter queue has no dead letter queue of its own.';
    Validations.of(this).acknowledge(
      { id: 'AwsSolutions-SQS3', reason },
      { id: 'Serverless-SQSRedrivePolicy', reason },
    );
  }
}
