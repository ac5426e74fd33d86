import { routeKey } from '../../../shared/ledger/keys.ts';
import type { Item, Key } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { minute } from '../plan/plan.ts';
import { configAt } from '../world/create-process.ts';
import type { Handle, Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';
import type { MuteSeen } from './memory.ts';

const mutesPk = 'R#.mutes';

/** Notes each mute that an operator begins, replaces or ends. */
export function noteMute({ oracle, scheduler }: World, { key, after }: TableChange): void {
  if (key.pk !== mutesPk) return;
  const { mutes } = oracle.memory;
  const now = scheduler.now();
  for (const mute of mutes) if (mute.name === key.sk && mute.to > now) mute.to = now;
  if (after !== undefined) {
    mutes.push({ name: key.sk, from: now, to: Number.POSITIVE_INFINITY, until: Number(after.until) });
  }
}

/** I22: no composition takes a signal out of the outbox that was muted from its beginning to that commit. */
export function checkMuted(world: World, { key, before, after }: TableChange): void {
  const { oracle, actor, scheduler } = world;
  if (after !== undefined || before === undefined || actor?.name !== 'compose-digests') return;
  const byName = Map.groupBy(mutesOf(oracle.memory.mutes, before), ({ name }) => name);
  const sure = [...byName].find(([, mutes]) => {
    const seen = mutes.filter(({ to }) => to >= actor.beganAt);
    const isFromBegin = seen.some(({ from }) => from < actor.beganAt);
    return isFromBegin && seen.every(({ until }) => until > Math.max(actor.now(), scheduler.now()));
  });
  if (sure) oracle.violate('I22', `${key.pk} ${key.sk} left the outbox although ${sure[0]} is muted`);
}

/** Whether the composition that an instance has just ended may have found the entry muted. */
export function mayBeMuted({ oracle }: World, { beganAt, skewMs }: Instance, entry: Item): boolean {
  return mutesOf(oracle.memory.mutes, entry).some(
    ({ to, until }) => to >= beganAt && until > beganAt + skewMs,
  );
}

/** When the last mute of an entry ended, in true time as an operator with a right clock sees it; 0 if none touched it. */
export function mutedUntil({ oracle }: World, entry: Item): number {
  const ends = mutesOf(oracle.memory.mutes, entry).map(({ to, until }) => Math.min(to, until));
  return Math.max(0, ...ends);
}

/** Notes what a complete composition left in its outbox because of a mute. */
export function watchHeldBack(world: World, instance: Instance, handle: Handle): Handle {
  return async (event, invocation) => {
    const answer = await handle(event, invocation);
    const { heldBack, enteredAt } = world.oracle.memory;
    const isDry = isRecord(event) && event.dryRun === true;
    const slots = new Map(
      isDry ? [] : composedWhole(answer).map(({ routeId, slot }) => [routeKey(routeId).pk, slot]),
    );
    if (slots.size === 0) return answer;
    for (const entry of world.table.all()) {
      const slot = slots.get(entry.pk);
      // What was seen after the scheduled time belongs to the next one.
      if (slot === undefined || !entry.sk.startsWith('OUT#') || Number(entry.firstSeenAt) > Date.parse(slot))
        continue;
      const name = nameOf(entry);
      const cameAt = enteredAt.get(name) ?? 0;
      if (cameAt < instance.beganAt && mayBeMuted(world, instance, entry)) heldBack.set(name, cameAt);
    }
    return answer;
  };
}

/** The routes of an event for one route or for all: with a late slot, or as one of a minute's, fewer may be due. */
function composedWhole(answer: unknown): readonly ComposedSlot[] {
  const { routes } = isRecord(answer) ? answer : {};
  if (!Array.isArray(routes)) return [];
  return (routes as readonly ComposedSlot[]).filter(({ state }) => state === 'ENABLED');
}

interface ComposedSlot {
  readonly routeId: string;
  readonly slot: string;
  readonly state: string;
}

/**
 * I22: what a mute held is in a digest once no mute holds it. Called in peace, once the sweeps after the end of a mute
 * have run, by all clocks and with the lag of the index.
 */
export function checkHeldBack(world: World): void {
  const { oracle, table, scheduler, plan } = world;
  const { heldBack, enteredAt, enabledAt } = oracle.memory;
  const { routes } = configAt(plan.configs, world.version);
  const settledMs = settleMs(plan);
  for (const [name, cameAt] of heldBack) {
    const [pk = '', sk = ''] = splitName(name);
    const entry = table.peek({ pk, sk });
    // It was sent, or came back under its key.
    if (entry === undefined || enteredAt.get(name) !== cameAt) {
      heldBack.delete(name);
      continue;
    }
    const route = routes.find(({ id }) => routeKey(id).pk === pk);
    // Each of these has times of its own.
    if (route === undefined || 'quiet' in route || 'gather' in route) continue;
    // What is composed while the route is disabled clears its late slot: its next time sends it.
    const isDisabled = table.peek(routeKey(route.id))?.state === 'DISABLED' || enabledAt.has(pk);
    const isOver = mutedUntil(world, entry) + settledMs <= scheduler.now();
    if (isDisabled || !isOver || Number(entry.releaseAt ?? 0) + settledMs > scheduler.now()) continue;
    oracle.violate('I22', `${name} still waits, although no mute holds it any more`);
  }
}

/** How long after the end of a mute two sweeps have run that see this, whatever their clocks. */
export function settleMs({ skewMs, indexLagMs }: World['plan']): number {
  return 2 * skewMs + indexLagMs + 8 * minute;
}

function mutesOf(mutes: readonly MuteSeen[], { pk, sk, buyerId }: Item): MuteSeen[] {
  const signalId = sk.slice(sk.indexOf('Z#') + 2);
  const names = [
    `buyer#${String(buyerId).toLowerCase()}`,
    `bridge#${signalId.slice(0, signalId.indexOf('#'))}`,
    `route#${pk.slice('R#'.length)}`,
  ];
  return mutes.filter(({ name }) => names.includes(name));
}

function nameOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}

function splitName(name: string): [string, string] {
  const space = name.indexOf(' ');
  return [name.slice(0, space), name.slice(space + 1)];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
