import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';

/** The addresses that others may call, below the URL of a stage's function. */
export function listInboundAddresses(
  inbound: SignalpostConfig['inbound'],
  doorUrl: string | null | undefined,
) {
  return (['events', 'slack'] as const).flatMap((part) =>
    doorUrl && inbound?.[part] ? [{ part, url: `${doorUrl}${part}` }] : [],
  );
}
