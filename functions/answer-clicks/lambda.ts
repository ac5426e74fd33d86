import { cloudSender, pipelineEntry } from '../cloud/cloud-ports.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('answer-clicks', (ports) =>
  createHandler({ ...ports, sender: cloudSender(ports.config, 'destinations') }),
);
