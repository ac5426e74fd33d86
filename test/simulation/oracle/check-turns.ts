import { parseDuration } from '../../../shared/domain/duration.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';
import { markOf } from './check-calm.ts';

const dayMs = 86_400_000;

/** Notes since when each buyer is in the roster of each bridge, in true time. */
export function noteMember({ oracle, scheduler }: World, { key, before, after }: TableChange): void {
  if (!key.sk.startsWith('BUY#')) return;
  const { members } = oracle.memory.bridges;
  const bridgeId = key.pk.slice('BR#'.length);
  const buyerId = key.sk.split('#').at(-1) as string;
  const known = members.get(bridgeId) ?? new Map<string, number>();
  members.set(bridgeId, known);
  if (after === undefined) known.delete(buyerId);
  else if (before === undefined) known.set(buyerId, scheduler.now());
}

/** Notes the buyers that a message of the poll queue names. */
export function noteQueued({ told }: Instance, body: string): void {
  const { buyerIds } = JSON.parse(body) as { readonly buyerIds: readonly string[] };
  for (const buyerId of buyerIds) told.add(`queued ${buyerId}`);
}

/**
 * I16: a tick that counts turns as done has queued every calm buyer whose turn came since the time that it read. A tick at
 * the same time may have stored another time since, by another clock, and has queued what was due by that.
 */
export function checkTurns(world: World, { after }: TableChange): void {
  const { oracle, actor, table } = world;
  const until = after?.turnsUntil;
  if (actor?.name !== 'plan-polls' || actor.turnsUntil === null || typeof until !== 'number') return;
  const from = actor.turnsUntil;
  const { watch } = actor.config;
  const periodMs = parseDuration(watch.allEvery);
  const found = watch.bridges.flatMap((bridgeId) => [
    ...(oracle.memory.bridges.members.get(bridgeId) ?? new Map<string, number>()),
  ]);
  const earlier = found.filter(([, since]) => since < actor.beganAt).map(([buyerId]) => buyerId);
  for (const buyerId of new Set([...watch.buyers, ...earlier])) {
    if (nextTurn(buyerId, from, periodMs) > until || watch.except?.buyers.includes(buyerId)) continue;
    // It is polled at each tick, or it rests.
    const calmSince = oracle.memory.calmSince.get(buyerId) ?? Number.NEGATIVE_INFINITY;
    if (table.peek(markOf(buyerId)) || calmSince >= actor.beganAt) continue;
    if (!actor.told.has(`queued ${buyerId}`)) oracle.violate('I16', `${buyerId} lost its turn`);
  }
}

/** The first moment after `from` at which a buyer's own clock, ahead by up to a day, strikes a full period. */
function nextTurn(buyerId: string, from: number, periodMs: number): number {
  const aheadMs = Number(`0x${buyerId.slice(0, 8)}`) % dayMs;
  return from + periodMs - ((from + aheadMs) % periodMs);
}
