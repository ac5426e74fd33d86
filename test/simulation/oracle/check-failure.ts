import type { Observation } from '../../../functions/observations/observation.ts';
import { QueueUnavailableError } from '../../../functions/runtime/queue.ts';
import { functions } from '../../../functions/wiring.ts';
import { describeError } from '../../../shared/domain/describe-error.ts';
import { routeKey } from '../../../shared/ledger/items/keys.ts';
import { TableUnavailableError, TransactionCancelledError } from '../../../shared/ledger/table/table.ts';
import { type Instance, tell } from '../parts/instance.ts';
import { aheadOf } from '../parts/reading-plan.ts';
import type { World } from '../parts/world.ts';

/** Composing at once is optional: a failed request for it is reported and fails nothing else. */
const forComposing = 'compose at once: ';

/**
 * Notes an error that a call of the current invocation ended with, if a function may fail by it: the table or a queue
 * was away, or two transactions collided. Functions must cope with everything else, such as a condition that does not
 * hold, the API, a destination or a secret.
 */
export function noteFault({ faultsMet }: Instance, about: string, error: unknown): void {
  const isConflict =
    error instanceof TransactionCancelledError && error.reasons.some(({ code }) => code === 'conflict');
  const isAway = error instanceof TableUnavailableError || error instanceof QueueUnavailableError;
  if (!isConflict && !isAway) return;
  faultsMet.add(`${about === 'queue compose' ? forComposing : ''}${describeError(error)}`);
}

/** The observations that report a failure of the function itself, not of a service that it calls. */
export function checkFailureTold(world: World, instance: Instance, observation: Observation): void {
  switch (observation.kind) {
    case 'message-failed':
      instance.messagesFailed += 1;
      checkFailure(world, instance, observation.problem);
      return;
    case 'events-delayed':
      if (!isOfUpstream(observation.problem)) checkFailure(world, instance, observation.problem);
      return;
    case 'not-composed-at-once':
      if (instance.faultsMet.has(forComposing + observation.problem)) return;
      checkFailure(world, instance, observation.problem);
      return;
    case 'function-failed':
      checkFailure(world, instance, observation.problem);
  }
}

/** What a call or a pause of upstream says, or a secret that could not be read. */
function isOfUpstream(problem: string): boolean {
  return /^(UpstreamPausedError|polling paused)|the service answered|TransportError|no (complete )?answer|the secret/.test(
    problem,
  );
}

/** I23: no function fails, and no operator's command, unless a fault met this invocation and explains its error. */
export function checkFailure(world: World, instance: Instance, problem: string): void {
  const isExplained =
    instance.faultsMet.has(problem) ||
    isLate(world, instance, problem) ||
    isRouteGone(instance, problem) ||
    isRouteBusy(world, instance, problem) ||
    isUnanswered(instance, problem);
  if (!isExplained) {
    world.oracle.violate('I23', `${tell(instance)} failed, and no fault explains it: ${problem}`);
  }
}

/**
 * I23: an invocation runs out of time only if it stood still, if its clock, by which it watches the time, was set, or if its
 * ledger was exchanged for another.
 */
export function checkOutOfTime({ oracle, plan, scheduler, cutOffUpTo }: World, instance: Instance): void {
  const aheadAt = (time: number): number => aheadOf(plan.reading, instance, time);
  const isClockSet = aheadAt(instance.beganAt) !== aheadAt(scheduler.now());
  if (!instance.stoodStill && !isClockSet && instance.id > cutOffUpTo) {
    oracle.violate('I23', `${tell(instance)} ran out of time without a fault`);
  }
}

/** I23: a batch gives back exactly the messages whose failure it reported; a process that stops also gives back the rest. */
export function checkAnswer({ oracle, stopping }: World, instance: Instance, answer: unknown): void {
  const given = (answer as { batchItemFailures?: readonly unknown[] } | undefined)?.batchItemFailures ?? [];
  const { messagesFailed } = instance;
  if (given.length === messagesFailed || (stopping.signal.aborted && given.length > messagesFailed)) return;
  oracle.violate('I23', `${tell(instance)} gave back ${given.length} messages, and ${messagesFailed} failed`);
}

/** More than an invocation has time for: a part that a rival was faster with takes time, too. */
const manyDigests = 50;

/**
 * Work is left for a later invocation only if much of the time is over, because this one stood still or had a large
 * backlog. Routes share the time, and a part is begun only with some left: half of its share can be all that one has.
 */
function isLate({ scheduler, oracle }: World, instance: Instance, problem: string): boolean {
  const { name, stoodStill, digestsBefore, beganAt, config } = instance;
  if (name === 'operator' || !/no time left|too little time is left/.test(problem)) return false;
  const tookMs = scheduler.now() - beganAt;
  const shareMs = (functions[name].timeoutSeconds * 1_000) / Math.max(2, config.routes.length);
  const isTimeOver = tookMs > shareMs / 2;
  return isTimeOver && (stoodStill || oracle.memory.digestKeys.size - digestsBefore > manyDigests);
}

/** An event of an older config, or one sent again by hand, names a route that the current config lacks. */
function isRouteGone({ event, config }: Instance, problem: string): boolean {
  const { routeId } = (event ?? {}) as { routeId?: string };
  if (routeId === undefined || config.routes.some(({ id }) => id === routeId)) return false;
  return problem.startsWith(`routeId: no route is called "${routeId}"`);
}

/** Slack did not take the change of a message, or it could not be asked, or time was lost with it: the click comes again. */
function isUnanswered({ name, readerPostFailed, stoodStill }: Instance, problem: string): boolean {
  if (name !== 'answer-clicks') return false;
  const isLost = readerPostFailed || stoodStill || /the secret \S+ could not be read$/.test(problem);
  return isLost && /chat\.|too little time/.test(problem);
}

/** A command does not take a digest away from its sender. */
function isRouteBusy({ table }: World, { name }: Instance, problem: string): boolean {
  const [, routeId] = /^a digest of (\S+) is being sent right now/.exec(problem) ?? [];
  if (name !== 'operator' || routeId === undefined) return false;
  return [...table.all(routeKey(routeId).pk)].some(({ state }) => state === 'SENDING');
}
