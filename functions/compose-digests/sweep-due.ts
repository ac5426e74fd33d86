import { takeInTurn } from '../../shared/domain/concurrency.ts';
import type { ComposePorts } from './digests/ports.ts';

/** The sweep of the next minute queues more. */
const mostOfRoute = 50;

/** A crash between storing work and sending its message would lose the message. `slot`: in ISO 8601. */
export async function sweepDue(
  ports: ComposePorts,
  { slot, dryRun }: { readonly slot: string; readonly dryRun: boolean },
) {
  const due = await ports.ledger.due.list(ports.clock.now());
  const byRoute = [...Map.groupBy(due.digests, ({ routeId }) => routeId).values()];
  const digests = takeInTurn(byRoute.map((pointers) => pointers.slice(0, mostOfRoute)));
  if (!dryRun) {
    await ports.queue('delivery').send(digests);
    await ports.queue('summary').send(due.summaries.map((buyerId) => ({ buyerId })));
    await ports.queue('poll').send(due.values.map((id) => ({ slot, buyerIds: [id], values: true })));
    ports.observe({ kind: 'swept', digests: digests.length, summaries: due.summaries.length });
    await ports.ledger.routes.register(ports.config.routes.map(({ id }) => id));
  }
  return { digests: digests.length, summaries: due.summaries.length };
}
