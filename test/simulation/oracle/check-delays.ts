import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { Instance } from '../parts/instance.ts';
import type { MuteSeen } from '../parts/memory.ts';
import { minute } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';
import { signalIdIn } from './look-up.ts';

const mutesPk = 'R#.mutes';

/** Notes each mute that an operator begins, replaces or ends. */
export function noteMute({ oracle, scheduler }: World, { key, after }: TableChange): void {
  if (key.pk !== mutesPk) return;
  const { mutes } = oracle.memory;
  const now = scheduler.now();
  for (const mute of mutes) if (mute.name === key.sk && mute.to > now) mute.to = now;
  if (after !== undefined) {
    mutes.push({ name: key.sk, from: now, to: Number.POSITIVE_INFINITY, until: Number(after.until ?? 0) });
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

/** How long after the end of a mute two sweeps have run that see this, whatever their clocks. */
export function settleMs({ skewMs, indexLagMs }: World['plan']): number {
  return 2 * skewMs + indexLagMs + 8 * minute;
}

function mutesOf(mutes: readonly MuteSeen[], { pk, sk, buyerId }: Item): MuteSeen[] {
  const signalId = signalIdIn(sk);
  const buyer = String(buyerId).toLowerCase();
  const names = [
    `buyer#${buyer}`,
    `buyer@${pk.slice('R#'.length)}#${buyer}`,
    `bridge#${signalId.slice(0, signalId.indexOf('#'))}`,
    `route#${pk.slice('R#'.length)}`,
  ];
  return mutes.filter(({ name }) => names.includes(name));
}

/** Notes in true time when an entry entered an outbox, and when a route was enabled. */
export function noteWaiting({ oracle, scheduler }: World, { key, before, after }: TableChange): void {
  const { enteredAt, enabledAt } = oracle.memory;
  const now = scheduler.now();
  if (key.sk.startsWith('OUT#')) {
    if (after === undefined) enteredAt.delete(`${key.pk} ${key.sk}`);
    else if (before === undefined) enteredAt.set(`${key.pk} ${key.sk}`, now);
  }
  if (key.sk === 'META' && before?.state === 'DISABLED' && after?.state === 'ENABLED')
    enabledAt.set(key.pk, now);
}
