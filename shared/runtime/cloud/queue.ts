import { cloudCall } from '../aws/cloud-call.ts';
import { sqs } from '../aws/services.ts';
import type { AwsCall } from '../aws/signed-client.ts';
import { environment, type QueueName } from '../environment.ts';
import type { Queue } from '../queue.ts';
import { createSqsQueue, type SqsOperations } from '../sqs-queue.ts';
import { variable } from './variable.ts';

let call: AwsCall<SqsOperations> | undefined;

/** A queue that the deployment named for this function. */
export function cloudQueue<Message>(name: QueueName): Queue<Message> {
  call ??= cloudCall<SqsOperations>(sqs, 10_000);
  return createSqsQueue({ call, queueUrl: variable(environment.queueUrl(name)) });
}
