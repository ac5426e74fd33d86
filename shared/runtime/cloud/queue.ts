import { SQSClient } from '@aws-sdk/client-sqs';
import { environment, type QueueName } from '../environment.ts';
import type { Queue } from '../queue.ts';
import { createSqsQueue } from '../sqs-queue.ts';
import { variable } from './variable.ts';

// Without the last the SDK only warns, and waits on.
const requestHandler = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true };

let client: SQSClient | undefined;

/** One of the queues, as the deployment names them. */
export function cloudQueue<Message>(name: QueueName): Queue<Message> {
  client ??= new SQSClient({ requestHandler });
  return createSqsQueue({ client, queueUrl: variable(environment.queueUrl(name)) });
}
