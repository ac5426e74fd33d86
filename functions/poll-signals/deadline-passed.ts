import { hasClosed } from '../../shared/domain/cells/deadline.ts';
import { readMeanings } from '../../shared/domain/cells/meanings.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { Signal } from '../../shared/domain/signals/signal.ts';
import type { PollPorts } from './ports.ts';

export type IsOver = (signal: Signal) => boolean;

/**
 * Tells which signals' deadlines have passed, in the zones of all routes: what is still open in one of them may be hot.
 */
export async function readOver({ ledger, clock, settings }: PollPorts): Promise<IsOver> {
  const zones = new Set(settings.routes.map(zoneOf));
  // No route needs a deadline, so any zone will do.
  if (zones.size === 0) zones.add('UTC');
  const view = await readMeanings(settings.meanings, ledger.readPollPlan);
  const now = clock.now();
  return (signal) => [...zones].every((timezone) => hasClosed(signal, { ...view, timezone }, now));
}
