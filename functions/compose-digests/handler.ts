import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as v from 'valibot';
import { hasThreads, rendererFor } from '../../shared/destinations/destinations.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { ArgumentError } from '../../shared/domain/errors.ts';
import type { CronTime, Route } from '../../shared/domain/routes/route.ts';
import { type CronTimes, cronTimes } from '../../shared/runtime/cron-times.ts';
import { deadlineOf, handleMessages, type Invocation, isSqsEvent } from '../../shared/runtime/invocation.ts';
import { freezingSlotOf, readEvent } from '../../shared/runtime/read-event.ts';
import { type ComposeResult, composeDigests } from './compose-digests.ts';
import { composeHeartbeat, type HeartbeatResult } from './compose-heartbeat.ts';
import { composeImmediate } from './compose-immediate.ts';
import type { ComposePorts, HandlerPorts } from './ports.ts';
import { type SweepRequest, type SweepResult, sweepDue } from './sweep-due.ts';

/**
 * `{"routeId":"…","slot":"…"}` and `{"sweep":true,"immediate":true,"slot":"…"}` from the schedules: the sweep composes the
 * routes that send immediately. By hand without `slot`, also `{}` for every route, `"dryRun":true`, and
 * `{"routeId":"…","release":true}` to send a route's held signals. With `"heartbeat":true`, creates heartbeats instead of
 * digests, for that route or for every route that has them. Also the messages of the compose queue.
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

type Answer =
  | (SweepResult & { readonly immediate?: readonly ComposeResult[] })
  | { readonly routes: readonly ComposeResult[] }
  | { readonly heartbeats: readonly HeartbeatResult[] }
  | SQSBatchResponse;

export function createHandler(handlerPorts: HandlerPorts) {
  const ports: ComposePorts = { ...handlerPorts, rendererFor, hasThreads, nextSlot: rememberTimes() };
  const { config, clock, ledger } = ports;
  return async (event: unknown, invocation: Invocation): Promise<Answer> => {
    if (isSqsEvent(event)) return composeAsked(ports, event, invocation);
    const read = readEvent(eventSchema, event);
    const { routeId, slot: given, sweep, immediate, dryRun, release, heartbeat } = read;
    const { slot, named } = freezingSlotOf(given, clock.now());
    const deadline = deadlineOf(invocation, clock);
    if (sweep) {
      const request = { slot, dryRun, deadline };
      return immediate ? sweepAndCompose(ports, request) : sweepDue(ports, request);
    }
    if (heartbeat) {
      const wanted = selectRoutes(config.routes, routeId);
      const routes = routeId === undefined ? wanted.filter((route) => route.heartbeat !== undefined) : wanted;
      const tell = (route: Route) =>
        composeHeartbeat({ ...ports, rendererFor }, { route, slot, named, dryRun });
      return { heartbeats: await inParallel(routes, 1, tell) };
    }
    const seenUntil = Number.POSITIVE_INFINITY;
    if (release && routeId === undefined) throw releaseWithoutRoute();
    const routes = await inParallel(selectRoutes(config.routes, routeId), 1, async (route) => {
      if (release && !dryRun) await ledger.releaseHeld(route.id);
      // Schedules name only routes with times of their own: a person asks for what an immediate route has now.
      return composeDigests(ports, {
        route,
        slot,
        seenUntil,
        evenGathering: true,
        dryRun,
        deadline,
      });
    });
    return { routes };
  };
}

/** Both are tried: a failure of one must not hold up the other each minute. Late routes get half of the time. */
async function sweepAndCompose(ports: ComposePorts, request: SweepRequest): Promise<Answer> {
  const halfway = { ...request, deadline: (ports.clock.now() + request.deadline) / 2 };
  const [swept] = await Promise.allSettled([sweepDue(ports, halfway)]);
  const [composed] = await Promise.allSettled([composeImmediate(ports, request)]);
  if (swept.status === 'rejected') throw swept.reason;
  if (composed.status === 'rejected') throw composed.reason;
  return { ...swept.value, immediate: composed.value };
}

/**
 * Messages of the compose queue: a hot signal can go out. However many there are in a batch, the routes are composed
 * once. Under a slot of its own: a digest of the minute's slot may be there already. What fails is told once and left
 * to the sweep: if the messages came again, they would be late by then, and at last dead letters that nobody needs.
 */
async function composeAsked(
  ports: ComposePorts,
  event: SQSEvent,
  invocation: Invocation,
): Promise<SQSBatchResponse> {
  const { clock, observe } = ports;
  let composed: Promise<void> | null = null;
  const composeOnce = async (): Promise<void> => {
    const deadline = deadlineOf(invocation, clock);
    try {
      await composeImmediate(ports, { slot: isoTime(clock.now()), dryRun: false, deadline });
    } catch (error) {
      observe({ kind: 'not-composed-at-once', problem: describeError(error) });
    }
  };
  const compose = (): Promise<void> => {
    composed ??= composeOnce();
    return composed;
  };
  return handleMessages(event, invocation, compose, { observe, functionName: 'compose-digests' });
}

/** Reading a schedule and opening its time zone cost more than to ask them: once for each route. */
function rememberTimes(): ComposePorts['nextSlot'] {
  const known = new Map<CronTime, CronTimes>();
  return (when, after) => {
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
