import { SQSClient } from '@aws-sdk/client-sqs';
import { environment, type QueueName } from '../environment.ts';
import type { Queue } from '../queue.ts';
import { sdkTimeouts } from '../sdk-timeouts.ts';
import { createSqsQueue } from '../sqs-queue.ts';
import { variable } from './variable.ts';

const requestHandler = sdkTimeouts(3_000, 10_000);

let client: SQSClient | undefined;

/** A queue that the deployment named for this function. */
export function cloudQueue<Message>(name: QueueName): Queue<Message> {
  client ??= new SQSClient({ requestHandler });
  return createSqsQueue({ client, queueUrl: variable(environment.queueUrl(name)) });
}
