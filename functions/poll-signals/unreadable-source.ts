import { hash } from 'node:crypto';
import { cellValue, isRecord } from '../../shared/bridge-api/index.ts';

/**
 * What the ledger knows an item by that can't be read: its ids where it has them, else what it says. Left out is what
 * moves on maintenance while the item is the same one: or each move would tell of it again. `raw` is JSON text.
 */
export function unreadableIdOf(raw: string): string {
  const item: unknown = JSON.parse(raw);
  return `unreadable#${hash('sha256', JSON.stringify(identityOf(item)))}`;
}

function identityOf(item: unknown): unknown {
  if (!isRecord(item) || !isRecord(item.row)) return item;
  const { row, bridge } = item;
  const bridgeId = (isRecord(bridge) ? bridge.bridgeId : undefined) ?? row.bridgeId;
  const { rowId, updatedAt, status, columns, ...rest } = row;
  if (isText(rowId) && isText(bridgeId)) return [bridgeId, rowId];
  const cells = isRecord(columns)
    ? Object.entries(columns).map(([name, cell]) => [name, cellValue(cell)])
    : columns;
  return [bridgeId, rowId, rest, cells];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
