import { summaryKey } from '../../../shared/ledger/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { hour, minute } from '../world/plan/plan.ts';
import type { World } from '../world/world.ts';

/** Nothing more comes of it: it is there, or nobody asks for it any more. */
export const isDecided = (summary: Item | undefined): boolean =>
  summary?.state === 'READY' || summary?.state === 'NONE' || summary?.state === 'GIVEN_UP';

/** I19: a summary that is wanted is asked for again until it is there or given up. */
export function checkSummaryChange(world: World, { key, before, after }: TableChange): void {
  const { oracle, scheduler } = world;
  if (isDecided(before) && !isDecided(after)) oracle.memory.knownUntil.set(key.pk, scheduler.now());
  if (after?.state !== 'WANTED' || after.dueAt !== undefined) return;
  oracle.violate('I19', `the summary of ${key.pk} is wanted, and nobody will ask for it`);
}

/** I19: a hot signal waits only for a summary that was asked for before: a crash in between must not forget it. */
export function checkWaiting({ oracle, table }: World, after: Item): void {
  if (after.hot !== true || table.peek(summaryKey(String(after.buyerId))) !== undefined) return;
  oracle.violate('I19', `${after.pk} ${after.sk} waits for a summary that nobody was asked for`);
}

/** I19: a hot signal goes out once its buyer's summary is known, or was waited for as long as configured. */
export function checkRelease({ oracle, table, actor }: World, entry: Item): void {
  if (actor === null || typeof entry.releaseAt !== 'number' || entry.releaseAt <= actor.now()) return;
  // Recorded by a wrong clock: its time may never come.
  if (Number(entry.firstSeenAt) > actor.now() + 10 * minute) return;
  const summary = summaryKey(String(entry.buyerId));
  const knownUntil = oracle.memory.knownUntil.get(summary.pk) ?? 0;
  if (isDecided(table.peek(summary)) || knownUntil >= actor.beganAt) return;
  oracle.violate('I19', `${entry.pk} ${entry.sk} goes out before its summary is known`);
}

/** I10: in the end no summary is still asked for. */
export function checkAsked({ oracle, table, scheduler }: World): void {
  for (const { pk, sk, state, dueAt } of table.all()) {
    // A wrong clock asked: the next hot signal of the buyer asks anew.
    const isFarOff = Number(dueAt) > scheduler.now() + 24 * hour;
    if (sk === 'SUMMARY' && state === 'WANTED' && !isFarOff)
      oracle.violate('I10', `the summary of ${pk} is still asked for`);
  }
}
