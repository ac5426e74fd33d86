import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import type { TickPorts } from './ports.ts';

/** Why polling is paused; null if upstream may be called. */
export async function pauseProblem({ ledger, clock }: TickPorts): Promise<string | null> {
  const pause = await ledger.readPause(clock.now());
  return pause && new UpstreamPausedError(pause.reason, pause.until).message;
}
