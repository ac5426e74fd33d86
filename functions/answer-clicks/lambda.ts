import { cloudSender } from '../../shared/runtime/cloud/cloud-ports.ts';
import { pipelineEntry } from '../../shared/runtime/cloud/lambda-entry.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('answer-clicks', (ports) =>
  createHandler({ ...ports, sender: cloudSender(ports.config, 'destinations') }),
);
