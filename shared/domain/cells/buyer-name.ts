import type { Signal } from '../rows/signal.ts';
import { cellIn } from './cell.ts';
import { columnsFor, type MeaningView } from './meanings.ts';

/** The declared columns of the row decide, else the name that the row came with. */
export function buyerNameOf(
  row: Pick<Signal, 'columns' | 'bridgeId' | 'bridgeName' | 'buyerName'>,
  view: MeaningView,
): string | null {
  const columns = columnsFor('buyer', row, view);
  const names = columns?.map((column) => cellIn(row, column)).filter((cell) => typeof cell === 'string');
  const name = names?.map((cell) => cell.trim()).find((cell) => cell !== '');
  return name ?? (columns?.length === 0 ? null : row.buyerName);
}
