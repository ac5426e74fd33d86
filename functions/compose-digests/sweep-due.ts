import { inParallel } from '../../shared/domain/concurrency.ts';
import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import { checkPending, type PendingCheck } from './check-pending.ts';
import { type ComposeResult, composeDigests } from './compose-digests.ts';
import type { ComposePorts } from './ports.ts';
import { seenUntilOf } from './quiet-slot.ts';

export interface SweepResult {
  readonly digests: number;
  readonly summaries: number;
  readonly late: readonly ComposeResult[];
  readonly pending: PendingCheck;
}

export interface SweepRequest {
  /** The sweep's scheduled time, ISO 8601. */
  readonly slot: string;
  readonly dryRun: boolean;
  readonly deadline: number;
}

/** Digests of one route in one sweep. The sweep of the next minute queues more. */
const mostOfRoute = 50;

/** Queues due work again: a crash between storing the work and sending its message would lose the message. */
export async function sweepDue(ports: ComposePorts, request: SweepRequest): Promise<SweepResult> {
  const due = await ports.ledger.listDue(ports.clock.now());
  const digests = takeInTurn(due.digests);
  if (!request.dryRun) {
    await ports.queue('delivery').send(digests);
    await ports.queue('summary').send(due.summaries.map((buyerId) => ({ buyerId })));
    await ports
      .queue('poll')
      .send(due.values.map((buyerId) => ({ slot: request.slot, buyerIds: [buyerId], values: true })));
    ports.observe({ kind: 'swept', digests: digests.length, summaries: due.summaries.length });
  }
  // A failure of one must not stop the other at every sweep.
  const [check] = await Promise.allSettled([checkPending(ports, request, due.waiting)]);
  const [composing] = await Promise.allSettled([composeAllLate(ports, due.lateRoutes, request)]);
  if (check.status === 'rejected') throw check.reason;
  if (composing.status === 'rejected') throw composing.reason;
  return {
    digests: digests.length,
    summaries: due.summaries.length,
    late: composing.value,
    pending: check.value,
  };
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

/** Each route gets a share of the time, so that one with a large backlog does not delay the others at every sweep. */
async function composeAllLate(
  ports: ComposePorts,
  routeIds: readonly string[],
  request: SweepRequest,
): Promise<ComposeResult[]> {
  let routesLeft = routeIds.length;
  const results = await inParallel(routeIds, 1, (routeId) => {
    const now = ports.clock.now();
    const deadline = now + (request.deadline - now) / routesLeft;
    routesLeft -= 1;
    return composeLate(ports, routeId, { ...request, deadline });
  });
  return results.filter((result) => result !== null);
}

/**
 * Composes the entries that a route's last slot left: those that waited for a summary which has arrived or timed out,
 * those whose delay is over, and those of a missed slot.
 */
async function composeLate(
  ports: ComposePorts,
  routeId: string,
  request: SweepRequest,
): Promise<ComposeResult | null> {
  const mark = await ports.ledger.readLate(routeId);
  const route = ports.config.routes.find((one) => one.id === routeId);
  if (mark === null || route === undefined) return null;
  const seenUntil = seenUntilOf(route, mark.slot);
  const result = await composeDigests(ports, { ...request, route, lateSlot: mark.slot, seenUntil });
  const isWhole = result.waiting === 0 && result.delayed.length === 0;
  if (isWhole && !request.dryRun) await ports.ledger.clearLate(mark);
  return result;
}
