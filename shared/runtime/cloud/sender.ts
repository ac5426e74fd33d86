import type { SignalpostConfig } from '../../config/signalpost-config.ts';
import type { Sender } from '../../destinations/destination.ts';
import { createHttpPost } from '../../destinations/http-post.ts';
import { configuredSender } from '../configured-sender.ts';
import { systemClock } from '../system.ts';
import { cloudSecrets } from './secrets.ts';

/** The sender for the config's destinations, with their secrets from Secrets Manager. */
export function cloudSender(config: SignalpostConfig): Sender {
  return configuredSender(config, { post: createHttpPost(), secrets: cloudSecrets(), clock: systemClock });
}
