import { cloudQueue, cloudSecrets, pipelineEntry } from '../cloud/cloud-ports.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('receive-events', (ports) =>
  createHandler({ ...ports, queue: cloudQueue, secrets: cloudSecrets('inbound') }),
);
