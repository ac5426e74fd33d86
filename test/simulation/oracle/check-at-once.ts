import type { Route } from '../../../shared/domain/routes/route.ts';
import { summaryKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { minute } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { mutedUntil } from './check-delays.ts';
import { isUnwritable } from './check-templates.ts';

/** A message takes up to half a minute to arrive, and the composition begins when one of two others has ended. */
const atOnceMs = 3 * minute;
/** A call can stand still for minutes, and a message that was lost earlier can be the one that was needed. */
const calmMs = 15 * minute;

/** I18: where nothing failed, a sweep finds no hot signal of an immediate route that could have gone out long ago. */
export function checkAtOnce(world: World, before: readonly Item[]): void {
  const { oracle, scheduler } = world;
  for (const entry of before) {
    if (entry.hot !== true || !goesOutAtOnce(world, entry)) continue;
    const from = sendableFrom(world, entry);
    if (from === null || scheduler.now() - from < atOnceMs) continue;
    if (Math.max(oracle.memory.troubleAt, mutedUntil(world, entry)) > from - calmMs) continue;
    oracle.violate('I18', `${entry.pk} ${entry.sk} is hot, and waited for the sweep`);
  }
}

/** Whatever the config was when the signal came, and is now. */
function goesOutAtOnce(world: World, entry: Item): boolean {
  const { plan, table, oracle } = world;
  const { pk } = entry;
  // Its template fails for it, which an alert says.
  if (plan.configs.some((_, version) => isUnwritable(world, { version }, entry))) return false;
  const isDisabled = table.peek({ pk, sk: 'META' })?.state === 'DISABLED' || oracle.memory.enabledAt.has(pk);
  return (
    !isDisabled &&
    plan.configs.every(({ routes }) => routes.some((one) => `R#${one.id}` === pk && isPrompt(one)))
  );
}

/** No rule of the route holds signals back. */
function isPrompt(route: Route): boolean {
  const holds = ['gather', 'quiet', 'holidays'].some((field) => field in route);
  return route.when === 'immediately' && !holds && typeof route.flood !== 'object';
}

/**
 * Since when, in true time, the signal could go out; null where only a sweep notices that: a wait that ran out, a value
 * that became known, a signal that came back, or a summary that came while the signal was being recorded.
 */
function sendableFrom({ oracle, table, plan }: World, entry: Item): number | null {
  const { firstSeenAt, releaseAt, buyerId } = entry;
  const name = `${entry.pk} ${entry.sk}`;
  const enteredAt = oracle.memory.enteredAt.get(name);
  const isMoved = Number(entry.enteredAt ?? firstSeenAt) !== firstSeenAt;
  if (enteredAt === undefined || isMoved || oracle.memory.decidedLater.has(name)) return null;
  if (typeof releaseAt !== 'number') return enteredAt;
  // Nothing is waited for, but a composer whose clock is behind does not know it yet.
  if (releaseAt <= Number(firstSeenAt)) return releaseAt + plan.skewMs <= enteredAt ? enteredAt : null;
  const key = summaryKey(String(buyerId));
  const decidedAt = oracle.memory.decidedAt.get(key.pk);
  const state = table.peek(key)?.state;
  if (decidedAt === undefined || (state !== 'READY' && state !== 'NONE')) return null;
  if (decidedAt < enteredAt) return decidedAt < enteredAt - calmMs ? enteredAt : null;
  return decidedAt;
}

export function isSweep(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'sweep' in event;
}
