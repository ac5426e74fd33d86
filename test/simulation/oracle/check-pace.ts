import { parseDuration } from '../../../shared/domain/duration.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { isSqsEvent } from '../../../shared/runtime/invocation.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { minute } from '../plan/plan.ts';
import type { Handle, Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';
import { isSweep } from './check-at-once.ts';
import { isAskedAnew, isStillThere, releasable } from './check-composed.ts';
import { mayBeMuted } from './check-delays.ts';
import { metQuietHours } from './check-quiet.ts';
import { routeOf } from './route-of.ts';

/** Of a route that gathers, the first message of a composition goes out only once something has waited long enough. */
export function checkGathered(world: World, digest: Item, commit: readonly TableChange[]): void {
  const { actor, oracle, table } = world;
  if (actor === null || digest.kind === 'heartbeat' || digest.replyTo !== undefined) return;
  const times = oracle.memory.messages.get(digest.pk) ?? [];
  oracle.memory.messages.set(digest.pk, [...times, world.scheduler.now()]);
  const { gather, flood } = routeOf(actor, String(digest.routeId)) ?? {};
  // A composition by hand does not gather. With a flood rule, some signals are set aside, and an interrupted flood is
  // only finished.
  if (gather === undefined || typeof flood === 'object' || !isUnasked(actor.event)) return;
  // Its next parts, and what another composer was faster with.
  if (times.some((time) => time >= actor.beganAt)) return;
  const members = commit.flatMap(({ before, after }) => (before && !after ? [before] : []));
  const waiting = [...members, ...table.all()].filter(
    ({ pk, sk }) => pk === digest.pk && sk.startsWith('OUT#'),
  );
  const isDue = waiting.some((entry) => {
    const enteredAt = Number(entry.enteredAt ?? entry.firstSeenAt);
    const waitedMs = actor.now() - enteredAt;
    // A clock that runs away put it far ahead: when its time comes nobody may wait for it.
    return entry.released === true || waitedMs >= parseDuration(gather) || waitedMs < -10 * minute;
  });
  if (!isDue) oracle.violate('config', `${digest.pk} ${digest.sk} holds what its route still gathers`);
}

/** Of the schedule, or for a hot signal. */
function isUnasked(event: unknown): boolean {
  return isSweep(event) || isSqsEvent(event);
}

/**
 * I18 at each sweep: once the oldest sendable signal has waited, everything that could be sent has gone out.
 */
export function watchPace(world: World, instance: Instance, handle: Handle): Handle {
  return async (event, invocation) => {
    const before = releasable(world, instance);
    const startedAt = instance.now();
    const answer = await handle(event, invocation);
    for (const { routeId, state, digests } of immediateOf(answer)) {
      const { gather = '0 seconds' } = routeOf(instance, routeId) ?? {};
      const own = before.filter(
        (entry) => entry.pk === `R#${routeId}` && !mayBeMuted(world, instance, entry),
      );
      const due = own.filter(({ enteredAt, firstSeenAt }) => {
        return startedAt - Number(enteredAt ?? firstSeenAt) >= parseDuration(gather);
      });
      // Another composer of the slot may have taken all that was due, and may stand still before it takes the rest.
      const isDue = due.length > 0 && (digests.length > 0 || due.some((entry) => isStillThere(world, entry)));
      if (state === 'ENABLED' && isDue && !metQuietHours(world, instance, routeId))
        // What another clock put ahead is gathered for another message.
        checkGone(
          world,
          instance,
          own.filter(({ enteredAt, firstSeenAt }) => Number(enteredAt ?? firstSeenAt) <= startedAt),
        );
    }
    return answer;
  };
}

function checkGone(world: World, instance: Instance, own: readonly Item[]): void {
  for (const entry of own) {
    if (!isStillThere(world, entry) || isAskedAnew(world, instance, entry)) continue;
    world.oracle.violate(
      'I18',
      `${entry.pk} ${entry.sk} could be sent, and its route's sweep left it behind`,
    );
  }
}

interface Composed {
  readonly routeId: string;
  readonly state: string;
  readonly digests: readonly unknown[];
}

function immediateOf(answer: unknown): readonly Composed[] {
  if (typeof answer !== 'object' || answer === null || !('immediate' in answer)) return [];
  return Array.isArray(answer.immediate) ? answer.immediate : [];
}
