import type { DueKey, DueQuery, Item, TablePage } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';

/** The due index, which is kept apart from the items and may lag behind them for seconds. */
export interface DueIndex {
  follow(changes: readonly TableChange[]): void;
  page(query: DueQuery): TablePage<DueKey>;
  /** Shows these items alone, without a lag. */
  reset(items: Iterable<Item>): void;
}
