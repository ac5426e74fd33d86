import type { SignalpostConfig } from '../config/signalpost-config.ts';
import type { Sender } from '../destinations/destination.ts';
import { createSender, type SenderPorts } from '../destinations/sender.ts';
import type { Secrets } from './secrets.ts';

/** The sender for destinations, with the config's permissions. */
export function configuredSender(
  { local }: SignalpostConfig,
  { post, clock, secrets }: Pick<SenderPorts, 'post' | 'clock'> & { readonly secrets: Secrets },
): Sender {
  return createSender({ post, secret: secrets.get, clock, permitLocal: local });
}
