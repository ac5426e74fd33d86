import type { SQSBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import { rendererFor } from '../../message/destinations.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { ArgumentError } from '../../shared/domain/errors.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { nextSlot } from '../../shared/runtime/cron-times.ts';
import { readRoutesOnce } from '../lookups/read-routes-once.ts';
import {
  deadlineOfInvocation,
  type Invocation,
  isSqsEvent,
  readEvent,
  slotOf,
} from '../runtime/invocation.ts';
import { watchAlerts } from './alerts/watch-alerts.ts';
import { type ComposeResult, composeDigests } from './compose-digests.ts';
import { composeDue } from './compose-due.ts';
import type { ComposePorts, HandlerPorts } from './digests/ports.ts';
import { composeReports } from './reports/compose-reports.ts';
import { sweepDue } from './sweep-due.ts';

/**
 * `{"sweep":true,"compose":true,"alerts":true}` each minute: queues due work again, composes the routes that have
 * something to send, and judges the alerts; with fewer of them, only these. By hand `{"routeId":"…"}` or `{}` composes
 * that route or every route at once, whatever its times; also `"dryRun":true`. Also the messages of the compose queue.
 */
const eventSchema = v.looseObject({
  routeId: v.optional(v.string()),
  slot: v.optional(v.string()),
  sweep: v.optional(v.boolean(), false),
  compose: v.optional(v.boolean(), false),
  alerts: v.optional(v.boolean(), false),
  /** Reports wait for no answer any more. */
  lastLook: v.optional(v.boolean(), false),
  dryRun: v.optional(v.boolean(), false),
});

type Answer =
  | (Partial<Awaited<ReturnType<typeof sweepDue>>> & { readonly composed?: readonly ComposeResult[] })
  | { readonly routes: readonly ComposeResult[] }
  | SQSBatchResponse;

export function createHandler(handlerPorts: HandlerPorts) {
  const ports: ComposePorts = { ...handlerPorts, rendererFor, nextSlot };
  const { config, clock } = ports;
  return async (event: unknown, invocation: Invocation): Promise<Answer> => {
    if (isSqsEvent(event)) return composeAsked(ports, invocation);
    const read = readEvent(eventSchema, event);
    const { routeId, dryRun } = read;
    const deadline = deadlineOfInvocation(invocation, clock);
    if (read.sweep || read.alerts)
      return runParts(ports, { ...read, slot: slotOf(read.slot, clock.now()), deadline });
    const routes = await inParallel(selectRoutes(config.routes, routeId), 1, (route) =>
      composeDigests(ports, { route, evenEarly: true, dryRun, deadline }),
    );
    return { routes };
  };
}

type SweepParts = v.InferOutput<typeof eventSchema> & { readonly slot: string; readonly deadline: number };

/** Each part is tried: a failure of one must not hold up the others each minute. */
async function runParts(ports: ComposePorts, parts: SweepParts): Promise<Answer> {
  const { sweep, compose, alerts, slot, lastLook, dryRun, deadline } = parts;
  const readRoute = readRoutesOnce(ports);
  const { routes } = ports.config;
  const work: (() => Promise<unknown>)[] = [
    async () => sweep && sweepDue(ports, { slot, dryRun }),
    async () => compose && { composed: await composeDue(ports, routes, { dryRun, deadline, readRoute }) },
    async () => alerts && !dryRun && watchAlerts(ports, readRoute),
    // Reports come last, since they read a large part of the ledger.
    async () => compose && !dryRun && composeReports(ports, routes, { deadline, lastLook }),
  ];
  const results = await inParallel(work, 1, (part) => part());
  if (sweep && compose && alerts && !dryRun) ports.observe({ kind: 'sweep-ended' });
  return Object.assign({}, ...results);
}

/** The sweep takes over after a failure: messages that came again would be late, and become dead letters. */
async function composeAsked(ports: ComposePorts, invocation: Invocation): Promise<SQSBatchResponse> {
  const { config, clock, observe } = ports;
  const immediate = config.routes.filter(({ when }) => when === 'immediately');
  const deadline = deadlineOfInvocation(invocation, clock);
  try {
    await composeDue(ports, immediate, { dryRun: false, deadline, readRoute: readRoutesOnce(ports) });
  } catch (error) {
    observe({ kind: 'not-composed-at-once', problem: describeError(error) });
  }
  return { batchItemFailures: [] };
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
