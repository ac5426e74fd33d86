import type { BridgeRow } from '../../shared/bridge-api/index.ts';
import type { BridgeRecord } from '../data/bridges.ts';
import { bareValue, type WrappedCell } from '../store/cell-values.ts';
import type { StoredRow } from '../store/row-store.ts';

/** The forms of a cell. `mixed`: wrapped if the service computed the value, bare otherwise. */
export type CellForm = 'bare' | 'wrapped' | 'mixed';

/**
 * A row as the API returns it, without the values that the real service does not return either (signal date, arrival,
 * hotness, status).
 */
export function presentRow(row: StoredRow, bridge: BridgeRecord, cells: CellForm): BridgeRow {
  const stored = JSON.parse(row.columns) as Record<string, unknown>;
  return {
    rowId: row.rowId,
    bridgeId: bridge.bridgeId,
    updatedAt: new Date(row.updatedAt).toISOString(),
    columns: presentCells(row, stored, bridge, cells),
    name: row.name,
    ...(row.buyerId === null ? {} : { buyerId: row.buyerId }),
    ...(row.organizerId === null ? {} : { organizerId: row.organizerId }),
    ...(row.entity === null ? {} : { entity: JSON.parse(row.entity) as { id: string; type: string } }),
  };
}

function presentCells(
  row: StoredRow,
  stored: Readonly<Record<string, unknown>>,
  bridge: BridgeRecord,
  cells: CellForm,
): Readonly<Record<string, unknown>> {
  if (cells === 'mixed') return stored;
  const presented: Record<string, unknown> = {};
  for (const column of bridge.columns) {
    const cell = stored[column.name];
    if (cells === 'bare') presented[column.name] = bareValue(column, cell);
    else presented[column.name] = column.computed ? cell : wrap(cell, row.updatedAt);
  }
  return presented;
}

function wrap(value: unknown, processedAt: number): WrappedCell {
  return { value: value ?? null, status: 'Processed', processedAt: new Date(processedAt).toISOString() };
}
