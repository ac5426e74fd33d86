import { cloudQueue, cloudSecrets } from '../../shared/runtime/cloud/cloud-ports.ts';
import { pipelineEntry } from '../../shared/runtime/cloud/lambda-entry.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('receive-events', (ports) =>
  createHandler({ ...ports, queue: cloudQueue, secrets: cloudSecrets('inbound') }),
);
