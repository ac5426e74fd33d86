import type { SignalpostConfig } from '../config/signalpost-config.ts';
import type { Sender } from '../destinations/destination.ts';
import { createSender, type SenderPorts } from '../destinations/sender.ts';
import type { Secrets } from './secrets.ts';

/** What sends to destinations, with what the config permits. */
export function configuredSender(
  { local }: SignalpostConfig,
  { post, clock, secrets }: Pick<SenderPorts, 'post' | 'clock'> & { readonly secrets: Secrets },
): Sender {
  return createSender({ post, secret: secrets.get, clock, permitLocal: local });
}
