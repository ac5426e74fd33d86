import { hash } from 'node:crypto';
import { cellValue, isId, isRecord } from '../../shared/bridge-api/index.ts';
import { signalIdOf, unreadableId } from '../../shared/domain/rows/signal.ts';

/**
 * The id of an unreadable item: from its own ids if it has them, else from its buyer and its content. Fields that
 * maintenance changes are left out: otherwise each change would count the item again. `raw` is JSON text.
 */
export function unreadableIdOf(buyerId: string, raw: string): string {
  const item: unknown = JSON.parse(raw);
  return unreadableId(hash('sha256', JSON.stringify(identityOf(buyerId, item))));
}

/** The id of the signal that an unreadable item would be; null if it has no ids. */
export function signalIdIn(raw: string): string | null {
  return signalIdOfItem(JSON.parse(raw));
}

function signalIdOfItem(item: unknown): string | null {
  if (!isRecord(item) || !isRecord(item.row)) return null;
  const bridgeId = (isRecord(item.bridge) ? item.bridge.bridgeId : undefined) ?? item.row.bridgeId;
  const { rowId } = item.row;
  return isId(rowId) && isId(bridgeId) ? signalIdOf({ bridgeId, rowId }) : null;
}

function identityOf(buyerId: string, item: unknown): unknown {
  const signalId = signalIdOfItem(item);
  if (signalId !== null) return signalId;
  if (!isRecord(item) || !isRecord(item.row)) return [buyerId, item];
  const { row, bridge } = item;
  const bridgeId = (isRecord(bridge) ? bridge.bridgeId : undefined) ?? row.bridgeId;
  const { rowId, updatedAt, status, columns, ...rest } = row;
  const cells = isRecord(columns)
    ? Object.entries(columns).map(([name, cell]) => [name, cellValue(cell)])
    : columns;
  return [buyerId, bridgeId, rowId, rest, cells];
}
