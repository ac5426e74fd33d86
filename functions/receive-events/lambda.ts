import { cloudQueue, cloudSecrets } from '../cloud/cloud-ports.ts';
import { pipelineEntry } from '../cloud/lambda-entry.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('receive-events', (ports) =>
  createHandler({ ...ports, queue: cloudQueue, secrets: cloudSecrets('inbound') }),
);
