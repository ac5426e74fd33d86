import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import type { ComposePorts } from './ports.ts';

/** Digests of one route in one sweep. The sweep of the next minute queues more. */
const mostOfRoute = 50;

/**
 * Queues due work again: a crash between storing the work and sending its message would lose the message. `slot`: the
 * sweep's scheduled time, ISO 8601.
 */
export async function sweepDue(
  ports: ComposePorts,
  { slot, dryRun }: { readonly slot: string; readonly dryRun: boolean },
) {
  const due = await ports.ledger.listDue(ports.clock.now());
  const digests = takeInTurn(due.digests);
  if (!dryRun) {
    await ports.queue('delivery').send(digests);
    await ports.queue('summary').send(due.summaries.map((buyerId) => ({ buyerId })));
    await ports.queue('poll').send(due.values.map((id) => ({ slot, buyerIds: [id], values: true })));
    ports.observe({ kind: 'swept', digests: digests.length, summaries: due.summaries.length });
    await ports.ledger.registerRoutes(ports.config.routes.map(({ id }) => id));
  }
  return { digests: digests.length, summaries: due.summaries.length };
}

/**
 * Takes one digest of each route in turn, so that one route's large backlog does not delay the other routes.
 */
function takeInTurn(due: readonly DigestPointer[]): DigestPointer[] {
  const byRoute = [...Map.groupBy(due, ({ routeId }) => routeId).values()];
  const most = Math.min(mostOfRoute, Math.max(0, ...byRoute.map((pointers) => pointers.length)));
  return Array.from({ length: most }, (_, turn) => turn).flatMap((turn) =>
    byRoute.flatMap((pointers) => pointers[turn] ?? []),
  );
}
