import { cloudAlarms, cloudQueue } from '../cloud/cloud-ports.ts';
import { pipelineEntry } from '../cloud/lambda-entry.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('compose-digests', (ports) =>
  createHandler({ ...ports, queue: cloudQueue, publishAlarm: cloudAlarms() }),
);
