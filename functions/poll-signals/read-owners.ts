import type { OwnerView } from '../../shared/domain/cells/owners.ts';
import { readFactView } from '../../shared/domain/cells/read-fact-view.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { chooseRoutes, type Routing } from '../../shared/domain/routes/choose-routes.ts';
import type { RouteCandidate } from '../../shared/domain/routes/match.ts';
import { hasLeft } from '../../shared/domain/routes/pause.ts';
import type { PollPorts } from './open-poll.ts';
import type { ListedSignal } from './ports.ts';

const readsAtOnce = 8;

/**
 * The routes, without those of owners who left: what is theirs alone goes to the rest of their set. Reads the state of
 * each owner's route that would take a signal, and of no other.
 */
export async function readRouting(
  { ledger, settings }: PollPorts,
  candidates: readonly RouteCandidate[],
): Promise<Routing> {
  const takers = candidates.flatMap((candidate) => chooseRoutes(settings, candidate));
  const own = new Set(takers.flatMap(({ route: { id, owner } }) => (owner?.is ? id : [])));
  const states = await inParallel([...own], readsAtOnce, (id) => ledger.routes.read(id));
  const left = states.filter(hasLeft);
  return { ...settings, left: new Set(left.map(({ routeId }) => routeId)) };
}

const nobody: OwnerView = { columns: new Map() };

/** One item is read for each bridge of the signals, and none where no route asks for owners. */
export async function readOwnerView(
  { ledger, clock, settings: { routes, meanings, people } }: PollPorts,
  items: readonly ListedSignal[],
): Promise<OwnerView> {
  if (routes.every(({ owner }) => owner === undefined)) return nobody;
  const rows = items.flatMap(({ content }) => ('raw' in content ? [] : [content]));
  const view = await readFactView(ledger, meanings, rows, { timezone: 'UTC', now: clock.now() });
  return { ...view, mention: { people } };
}
