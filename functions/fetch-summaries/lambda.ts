import { cloudBridgeApis, cloudQueue } from '../cloud/cloud-ports.ts';
import { pipelineEntry } from '../cloud/lambda-entry.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('fetch-summaries', (ports) =>
  createHandler({ ...ports, ...cloudBridgeApis(ports), queue: cloudQueue }),
);
