import * as v from 'valibot';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { rendererFor } from '../../shared/destinations/destinations.ts';
import type { Clock } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import type { DigestPointer } from '../../shared/domain/digests/delivery.ts';
import { ArgumentError } from '../../shared/domain/errors.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import type { CronTime, Route } from '../../shared/domain/routes/route.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { cloudConfig } from '../../shared/runtime/cloud/config.ts';
import { lambdaEntry } from '../../shared/runtime/cloud/lambda-entry.ts';
import { cloudLedger } from '../../shared/runtime/cloud/ledger.ts';
import { cloudQueue } from '../../shared/runtime/cloud/queue.ts';
import { type CronTimes, cronTimes } from '../../shared/runtime/cron-times.ts';
import { deadlineOf, type Invocation } from '../../shared/runtime/invocation.ts';
import type { Queue } from '../../shared/runtime/queue.ts';
import { freezingSlotOf, readEvent } from '../../shared/runtime/read-event.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { type ComposeRequest, type ComposeResult, composeDigests } from './compose-digests.ts';
import { composeHeartbeat, type HeartbeatResult } from './compose-heartbeat.ts';
import { composeImmediate } from './compose-immediate.ts';
import { type SweepResult, sweepDue } from './sweep-due.ts';

export interface HandlerPorts {
  readonly config: SignalpostConfig;
  readonly clock: Clock;
  readonly observe: Observe;
  readonly ledger: Ledger;
  readonly deliveryQueue: Queue<DigestPointer>;
  readonly summaryQueue: Queue<{ readonly buyerId: string }>;
  /** See `ReadSlotPorts`. */
  readonly entriesAtOnce?: number | undefined;
}

/**
 * `{"routeId":"…","slot":"…"}` and `{"sweep":true,"immediate":true,"slot":"…"}` from the schedules: the sweep composes the
 * routes that send immediately. By hand without `slot`, also `{}`
 * for every route, `"dryRun":true`, and `{"routeId":"…","release":true}` to send what a route holds back. With `"heartbeat":true`
 * a heartbeat instead of digests: for that route, or for every route that has one.
 */
const eventSchema = v.looseObject({
  routeId: v.optional(v.string()),
  slot: v.optional(v.string()),
  sweep: v.optional(v.boolean(), false),
  immediate: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
  release: v.optional(v.boolean(), false),
  heartbeat: v.optional(v.boolean(), false),
});

export function createHandler(ports: HandlerPorts) {
  const { config, clock, observe, ledger } = ports;
  const sendDigests = (pointers: readonly DigestPointer[]) => ports.deliveryQueue.send(pointers);
  const { entriesAtOnce } = ports;
  const useCase = { clock, observe, rendererFor, sendDigests, ...ledger, entriesAtOnce };
  const compose = (request: ComposeRequest) => composeDigests(useCase, request);
  const nextSlot = rememberTimes();
  return async (
    event: unknown,
    invocation: Invocation,
  ): Promise<
    | (SweepResult & { readonly immediate?: readonly ComposeResult[] })
    | { routes: readonly ComposeResult[] }
    | { heartbeats: readonly HeartbeatResult[] }
  > => {
    const read = readEvent(eventSchema, event);
    const { routeId, slot: given, sweep, immediate, dryRun, release, heartbeat } = read;
    const { slot, named } = freezingSlotOf(given, clock.now());
    const deadline = deadlineOf(invocation, clock);
    if (sweep) {
      const sendSummaryRequests = (messages: readonly { readonly buyerId: string }[]) =>
        ports.summaryQueue.send(messages);
      const sweepPorts = { ...useCase, routes: config.routes, nextSlot, sendSummaryRequests, compose };
      const request = { slot, dryRun, deadline };
      if (!immediate) return sweepDue(sweepPorts, request);
      // Both are tried: a failure of one must not hold up the other each minute. Late routes get half of the time.
      const halfway = { ...request, deadline: (clock.now() + deadline) / 2 };
      const [swept] = await Promise.allSettled([sweepDue(sweepPorts, halfway)]);
      const [composed] = await Promise.allSettled([composeImmediate(sweepPorts, request)]);
      if (swept.status === 'rejected') throw swept.reason;
      if (composed.status === 'rejected') throw composed.reason;
      return { ...swept.value, immediate: composed.value };
    }
    if (heartbeat) {
      const wanted = selectRoutes(config.routes, routeId);
      const routes = routeId === undefined ? wanted.filter((route) => route.heartbeat !== undefined) : wanted;
      const tell = (route: Route) => composeHeartbeat(useCase, { route, slot, named, dryRun });
      return { heartbeats: await inParallel(routes, 1, tell) };
    }
    const seenUntil = Number.POSITIVE_INFINITY;
    if (release && routeId === undefined) throw releaseWithoutRoute();
    const routes = await inParallel(selectRoutes(config.routes, routeId), 1, async (route) => {
      if (release && !dryRun) await ledger.releaseHeld(route.id);
      return compose({ route, slot, seenUntil, dryRun, deadline });
    });
    return { routes };
  };
}

/** Reading a schedule and opening its time zone cost more than to ask them: once for each route. */
function rememberTimes() {
  const known = new Map<CronTime, CronTimes>();
  return (when: CronTime, after: number): number | null => {
    const times = known.get(when) ?? cronTimes(when.cron, when.timezone);
    known.set(when, times);
    return times.next(after);
  };
}

function selectRoutes(routes: readonly Route[], routeId: string | undefined): readonly Route[] {
  if (routeId === undefined) return routes;
  const found = routes.filter((route) => route.id === routeId);
  if (found.length > 0) return found;
  const known = routes.map((route) => route.id).join(', ');
  throw new ArgumentError(
    'routeId',
    `routeId: no route is called ${JSON.stringify(routeId)}; there are: ${known}`,
  );
}

function releaseWithoutRoute(): ArgumentError {
  return new ArgumentError('routeId', 'routeId: found nothing beside "release"; name the route to release');
}

export const handler = lambdaEntry('compose-digests', async (observe, tallyInto) => {
  const config = await cloudConfig();
  const ledger = cloudLedger();
  tallyInto(ledger);
  return createHandler({
    config,
    clock: systemClock,
    observe,
    ledger,
    deliveryQueue: cloudQueue('delivery'),
    summaryQueue: cloudQueue('summary'),
  });
});
