import { cloudBridgeApis, cloudQueue, pipelineEntry } from '../cloud/cloud-ports.ts';
import { createHandler } from './handler.ts';

export const handler = pipelineEntry('fetch-summaries', (ports) =>
  createHandler({ ...ports, ...cloudBridgeApis(ports), queue: cloudQueue }),
);
