import { summaryKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { minute } from '../parts/plan.ts';
import type { World } from '../parts/world.ts';

/** The request is over: the summary was fetched, or it is no longer requested. */
export const isDecided = (summary: Item | undefined): boolean =>
  summary?.state === 'READY' || summary?.state === 'NONE' || summary?.state === 'GIVEN_UP';

/** I19: a wanted summary is requested again until it was fetched or given up. */
export function checkSummaryChange(world: World, { key, before, after }: TableChange): void {
  const { oracle, scheduler } = world;
  if (!isDecided(before) && isDecided(after)) oracle.memory.decidedAt.set(key.pk, scheduler.now());
  if (isDecided(before) && !isDecided(after)) oracle.memory.knownUntil.set(key.pk, scheduler.now());
  if (after?.state !== 'WANTED' || after.dueAt !== undefined) return;
  oracle.violate('I19', `the summary of ${key.pk} is wanted, and never requested again`);
}

/** I19: a hot signal waits only for a summary that was requested before it was stored: a crash must not lose the request. */
export function checkWaiting({ oracle, table }: World, after: Item): void {
  if (after.hot !== true || table.peek(summaryKey(String(after.buyerId))) !== undefined) return;
  oracle.violate('I19', `${after.pk} ${after.sk} waits for a summary that was never requested`);
}

/** I19: a hot signal is sent once its buyer's summary is known, or after the configured wait. */
export function checkRelease({ oracle, table, actor }: World, entry: Item): void {
  if (actor === null || typeof entry.releaseAt !== 'number' || entry.releaseAt <= actor.now()) return;
  if (entry.hot !== true) return;
  // A wrong clock recorded it: the end of its wait may be far in the future.
  if (Number(entry.firstSeenAt) > actor.now() + 10 * minute) return;
  const summary = summaryKey(String(entry.buyerId));
  const knownUntil = oracle.memory.knownUntil.get(summary.pk) ?? 0;
  if (isDecided(table.peek(summary)) || knownUntil >= actor.beganAt) return;
  oracle.violate('I19', `${entry.pk} ${entry.sk} is sent before its summary is known`);
}

/** I10: at the end, no summary is requested for longer than it was wanted. */
export function checkAsked({ oracle, table, scheduler }: World): void {
  for (const { pk, sk, state, askUntil } of table.all()) {
    // A signal that waited long for a value requests it late, and the sweep that ends the request comes within a quarter of
    // an hour. A wrong clock's request ends with the next hot signal.
    const mayStillAsk = Number(askUntil) > scheduler.now() - 15 * minute;
    if (sk === 'SUMMARY' && state === 'WANTED' && !mayStillAsk)
      oracle.violate('I10', `the summary of ${pk} is still requested`);
  }
}
