import type { DueKey, DueQuery, Item, TablePage } from '../../../shared/ledger/table/table.ts';
import { duePage, type TableChange } from '../../support/ledger/memory-table.ts';
import type { Dice } from './dice.ts';

export type DueIndex = ReturnType<typeof createDueIndex>;

/** The due index, which is kept apart from the items and may lag behind them for seconds. */
export function createDueIndex(dice: Dice, now: () => number, lags: () => boolean) {
  const shown = new Map<string, Item>();
  const pending: { readonly visibleAt: number; readonly name: string; readonly item: Item | undefined }[] =
    [];
  let lastVisibleAt = 0;
  const catchUp = (): void => {
    const waiting = pending.findIndex(({ visibleAt }) => visibleAt > now());
    for (const { name, item } of pending.splice(0, waiting < 0 ? pending.length : waiting)) {
      if (item) shown.set(name, item);
      else shown.delete(name);
    }
  };
  return {
    follow(changes: readonly TableChange[]): void {
      for (const { key, before, after } of changes) {
        if (before?.dueAt === undefined && after?.dueAt === undefined) continue;
        const lag = lags() && dice.chance(0.2) ? dice.between(10, 20_000) : 0;
        lastVisibleAt = Math.max(lastVisibleAt, now() + lag);
        const item = after?.dueAt === undefined ? undefined : after;
        pending.push({ visibleAt: lastVisibleAt, name: `${key.pk}\n${key.sk}`, item });
      }
    },
    /** Shows these items alone, without a lag. */
    reset(items: Iterable<Item>): void {
      pending.length = 0;
      shown.clear();
      for (const item of items) if (item.dueAt !== undefined) shown.set(`${item.pk}\n${item.sk}`, item);
    },
    page(query: DueQuery): TablePage<DueKey> {
      catchUp();
      return duePage(shown.values(), query);
    },
  };
}
