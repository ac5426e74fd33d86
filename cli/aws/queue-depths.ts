import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import type { DeployedStage } from './find-stage.ts';

/** The number of messages in a queue of a stage. SQS's counts may lag by a minute. */
export interface QueueDepth {
  /** `poll`, …; `schedules` for the events that the schedules could not deliver: it has only dead letters. */
  readonly name: string;
  readonly waiting: number;
  readonly inFlight: number;
  readonly deadLetters: number;
}

export async function readQueueDepths(stage: DeployedStage): Promise<QueueDepth[]> {
  const client = new SQSClient(sdkSettings(3_000, 10_000));
  const count = async (QueueUrl: string) => {
    const command = new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    });
    const { Attributes = {} } = await client.send(command);
    const waiting =
      Number(Attributes.ApproximateNumberOfMessages ?? 0) +
      Number(Attributes.ApproximateNumberOfMessagesDelayed ?? 0);
    return { waiting, inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0) };
  };
  const countDead = async (url: string): Promise<number> => {
    const { waiting, inFlight } = await count(url);
    return waiting + inFlight;
  };
  try {
    const queues = Object.entries(stage.queues).map(async ([name, { url, deadLettersUrl }]) => {
      const [live, deadLetters] = await Promise.all([count(url), countDead(deadLettersUrl)]);
      return { name, ...live, deadLetters };
    });
    const schedules = countDead(stage.scheduleDeadLettersUrl).then((deadLetters) => {
      return { name: 'schedules', waiting: 0, inFlight: 0, deadLetters };
    });
    return await Promise.all([...queues, schedules]);
  } finally {
    client.destroy();
  }
}
