import { cloudSender } from '../cloud/cloud-ports.ts';
import { pipelineEntry } from '../cloud/lambda-entry.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('deliver-digest', (ports) =>
  createHandler({ ...ports, sender: cloudSender(ports.config, 'destinations') }),
);
