import { SQSClient } from '@aws-sdk/client-sqs';
import { environment, type QueueName } from '../environment.ts';
import type { Queue } from '../queue.ts';
import { createSqsQueue } from '../sqs-queue.ts';
import { variable } from './variable.ts';

let client: SQSClient | undefined;

/** One of the queues, as the deployment names them. */
export function cloudQueue<Message>(name: QueueName): Queue<Message> {
  client ??= new SQSClient({ requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 } });
  return createSqsQueue({ client, queueUrl: variable(environment.queueUrl(name)) });
}
