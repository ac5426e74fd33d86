import { routeKey } from '../../../shared/ledger/keys.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';
import { quietEndAt } from './quiet-clock.ts';

/**
 * I10: the mark of a late slot is removed only when no entry of the slot is waiting: otherwise the rest would wait for
 * the next slot, which may be a week away. Entries that arrived while the sweep composed don't count.
 */
export function checkLateMark(world: World, { key, before, after }: TableChange): void {
  const { oracle, actor, table } = world;
  if (after !== undefined || before === undefined || actor?.name !== 'compose-digests') return;
  const { enteredAt, enabledAt } = oracle.memory;
  const route = table.peek(routeKey(key.pk.slice('R#'.length)));
  const isDisabled = route?.state === 'DISABLED' || (enabledAt.get(key.pk) ?? 0) >= actor.beganAt;
  if (isDisabled) return;
  // A slot in quiet hours is made up for with all that came until their end.
  const config = actor.config.routes.find(({ id }) => routeKey(id).pk === key.pk);
  const slot = Date.parse(String(before.slot));
  const until = quietEndAt(config, slot) ?? slot;
  const left = [...enteredAt].find(([name, at]) => {
    if (!name.startsWith(`${key.pk} OUT#`) || at >= actor.beganAt) return false;
    const entry = table.peek({ pk: key.pk, sk: name.slice(key.pk.length + 1) });
    return Number(entry?.firstSeenAt) <= until;
  });
  if (left) oracle.violate('I10', `${left[0]} still waits, and the mark of its late slot was removed`);
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
