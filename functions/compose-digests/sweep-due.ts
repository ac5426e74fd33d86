import { inParallel } from '../../shared/domain/concurrency.ts';
import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import type { LateSlot } from '../../shared/domain/routes/pending.ts';
import type { SummaryRequest } from '../../shared/domain/signals/summary.ts';
import { type CheckPendingPorts, checkPending, type PendingCheck } from './check-pending.ts';
import type { ComposeRequest, ComposeResult } from './compose-digests.ts';

/** Takes up again what is due and whose message was lost: closes the gap between a commit and a send. */
export interface SweepDuePorts extends CheckPendingPorts {
  readonly listDue: (until: number) => Promise<{
    readonly digests: readonly DigestPointer[];
    readonly summaries: readonly string[];
    readonly lateRoutes: readonly string[];
    readonly waiting: readonly DigestPointer[];
  }>;
  readonly sendDigests: (pointers: readonly DigestPointer[]) => Promise<void>;
  readonly sendSummaryRequests: (messages: readonly SummaryRequest[]) => Promise<void>;
  readonly readLate: (routeId: string) => Promise<LateSlot | null>;
  readonly clearLate: (late: LateSlot) => Promise<void>;
  readonly compose: (request: ComposeRequest) => Promise<ComposeResult>;
}

export interface SweepResult {
  readonly digests: number;
  readonly summaries: number;
  readonly late: readonly ComposeResult[];
  readonly pending: PendingCheck;
}

export interface SweepRequest {
  /** The sweep's own, ISO 8601. */
  readonly slot: string;
  readonly dryRun: boolean;
  readonly deadline: number;
}

/** Of each route in one sweep: the next minute's sweep takes more. */
const mostOfRoute = 50;

export async function sweepDue(ports: SweepDuePorts, request: SweepRequest): Promise<SweepResult> {
  const due = await ports.listDue(ports.clock.now());
  const digests = takeInTurn(due.digests);
  if (!request.dryRun) {
    await ports.sendDigests(digests);
    await ports.sendSummaryRequests(due.summaries.map((buyerId) => ({ buyerId })));
    ports.observe({ kind: 'swept', digests: digests.length, summaries: due.summaries.length });
  }
  // Both are tried: what can't be looked after must not hold up what is late, at every sweep.
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
 * A few of each route, one of each in turn: what has piled up for a route stands behind the others' and not before them.
 */
function takeInTurn(due: readonly DigestPointer[]): DigestPointer[] {
  const byRoute = [...Map.groupBy(due, ({ routeId }) => routeId).values()];
  const most = Math.min(mostOfRoute, Math.max(0, ...byRoute.map((pointers) => pointers.length)));
  return Array.from({ length: most }, (_, turn) => turn).flatMap((turn) =>
    byRoute.flatMap((pointers) => pointers[turn] ?? []),
  );
}

/** Each is tried, and has its share of the time: one with a large backlog would hold up the others at every sweep. */
async function composeAllLate(
  ports: SweepDuePorts,
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
 * Sends what a route's last slot left behind: what waited for a summary, once that is there or was waited for long
 * enough, and what a slot that was missed should have sent.
 */
async function composeLate(
  ports: SweepDuePorts,
  routeId: string,
  request: SweepRequest,
): Promise<ComposeResult | null> {
  const mark = await ports.readLate(routeId);
  const route = ports.routes.find((one) => one.id === routeId);
  if (mark === null || route === undefined) return null;
  const seenUntil = Date.parse(mark.slot);
  const result = await ports.compose({ ...request, route, lateSlot: mark.slot, seenUntil });
  if (result.waiting === 0 && !request.dryRun) await ports.clearLate(mark);
  return result;
}
