import { hash } from 'node:crypto';
import { cellValue, isRecord } from '../../shared/bridge-api/index.ts';

/**
 * The id of an item that can't be read: from its own ids where it has them, else from its buyer and its content. What
 * moves on maintenance is left out, or each move would count the same item again. `raw` is JSON text.
 */
export function unreadableIdOf(buyerId: string, raw: string): string {
  const item: unknown = JSON.parse(raw);
  return `unreadable#${hash('sha256', JSON.stringify(identityOf(buyerId, item)))}`;
}

function identityOf(buyerId: string, item: unknown): unknown {
  if (!isRecord(item) || !isRecord(item.row)) return [buyerId, item];
  const { row, bridge } = item;
  const bridgeId = (isRecord(bridge) ? bridge.bridgeId : undefined) ?? row.bridgeId;
  const { rowId, updatedAt, status, columns, ...rest } = row;
  if (isText(rowId) && isText(bridgeId)) return [bridgeId.toLowerCase(), rowId.toLowerCase()];
  const cells = isRecord(columns)
    ? Object.entries(columns).map(([name, cell]) => [name, cellValue(cell)])
    : columns;
  return [buyerId, bridgeId, rowId, rest, cells];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
