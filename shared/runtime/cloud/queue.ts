import { SQSClient } from '@aws-sdk/client-sqs';
import { environment, type QueueName } from '../environment.ts';
import type { Queue } from '../queue.ts';
import { sdkTimeouts } from '../sdk-timeouts.ts';
import { createSqsQueue } from '../sqs-queue.ts';
import { variable } from './variable.ts';

const requestHandler = sdkTimeouts(3_000, 10_000);

let client: SQSClient | undefined;

/** One of the queues, as the deployment names them. */
export function cloudQueue<Message>(name: QueueName): Queue<Message> {
  client ??= new SQSClient({ requestHandler });
  return createSqsQueue({ client, queueUrl: variable(environment.queueUrl(name)) });
}
