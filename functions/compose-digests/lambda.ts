import { cloudAlarms, cloudQueue, pipelineEntry } from '../cloud/cloud-ports.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('compose-digests', (ports) =>
  createHandler({ ...ports, queue: cloudQueue, publishAlarm: cloudAlarms() }),
);
