import type { Signal } from '../domain/rows/signal.ts';
import { cellValue, nameCells } from './cells.ts';
import type { BridgeSignal } from './schemas.ts';

/** An item of a buyer's list in the domain's types. */
export function signalOf(buyerId: string, { bridge, row }: BridgeSignal): Signal {
  // The config names columns by their display names; the contract leaves the cells' keys open.
  const cells = nameCells(row.columns, bridge.columns);
  const columns = Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cellValue(cell)]));
  return {
    buyerId,
    bridgeId: bridge.bridgeId,
    bridgeName: bridge.name ?? null,
    rowId: row.rowId,
    name: row.name ?? null,
    buyerName: buyerNameIn(columns),
    updatedAt: row.updatedAt ?? null,
    columns,
    ...(bridge.filterType ? { filterType: bridge.filterType } : {}),
    ...entityOf(row.entity?.id, [buyerId, row.organizerId]),
  };
}

/** An entity that is the buyer itself is left out: all of the buyer's rows would be about the same thing. */
function entityOf(
  entityId: string | null | undefined,
  owners: readonly (string | null | undefined)[],
): Pick<Signal, 'entityId'> {
  const id = entityId?.toLowerCase();
  return id && !owners.some((owner) => owner?.toLowerCase() === id) ? { entityId: id } : {};
}

/** The contract has no field for a buyer's name, so it is taken from a column with one of these names. */
const buyerColumns = /^(buyer|account|agency|organi[sz]ation|customer|district)( name)?$/i;

function buyerNameIn(columns: Readonly<Record<string, unknown>>): string | null {
  const found = Object.entries(columns).find(
    ([name, value]) => buyerColumns.test(name.trim()) && typeof value === 'string' && value.trim() !== '',
  );
  return found ? String(found[1]).trim() : null;
}
