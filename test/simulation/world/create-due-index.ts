import type { Item } from '../../../shared/ledger/table/table.ts';
import { duePage } from '../../support/ledger/memory-table.ts';
import type { Dice } from '../parts/dice.ts';
import type { DueIndex } from '../parts/due-index.ts';

interface Pending {
  readonly visibleAt: number;
  readonly name: string;
  readonly item: Item | undefined;
}

export function createDueIndex(dice: Dice, now: () => number, lags: () => boolean): DueIndex {
  const shown = new Map<string, Item>();
  const pending: Pending[] = [];
  let lastVisibleAt = 0;
  const catchUp = (): void => {
    let done = 0;
    for (; done < pending.length && (pending[done] as Pending).visibleAt <= now(); done += 1) {
      const { name, item } = pending[done] as Pending;
      if (item) shown.set(name, item);
      else shown.delete(name);
    }
    pending.splice(0, done);
  };
  return {
    follow(changes) {
      for (const { key, before, after } of changes) {
        if (before?.dueAt === undefined && after?.dueAt === undefined) continue;
        const lag = lags() && dice.chance(0.2) ? dice.between(10, 20_000) : 0;
        lastVisibleAt = Math.max(lastVisibleAt, now() + lag);
        const item = after?.dueAt === undefined ? undefined : after;
        pending.push({ visibleAt: lastVisibleAt, name: `${key.pk}\n${key.sk}`, item });
      }
    },
    reset(items) {
      pending.length = 0;
      shown.clear();
      for (const item of items) if (item.dueAt !== undefined) shown.set(`${item.pk}\n${item.sk}`, item);
    },
    page(query) {
      catchUp();
      return duePage(shown.values(), query);
    },
  };
}
