import type { BridgeRecord, Column } from '../data/bridges.ts';
import type { Row } from '../data/make-row.ts';
import { badRequest } from '../http/api-error.ts';

/** A value of a row as filters, sorts and searches compare it. */
export type CellValue = string | number;

/** An empty cell has no value, a list has several. */
export type ReadField = (row: Row) => readonly CellValue[];

const time = (ms: number) => [new Date(ms).toISOString()];

const entryFields: Readonly<Record<string, ReadField>> = {
  entryId: ({ rowId }) => [rowId],
  entryName: ({ name }) => [name],
  triggeredAt: ({ signalDate }) => time(signalDate),
  rowUpdatedAt: ({ updatedAt }) => time(updatedAt),
  status: ({ status }) => [status],
  buyerId: ({ buyer }) => (buyer ? [buyer.buyerId] : []),
  opportunityId: ({ entity }) => (entity?.type === 'Opportunity' ? [entity.id] : []),
};

const permitted = {
  filters: ['status', 'buyerId', 'opportunityId', 'entryName', 'triggeredAt'],
  sorts: ['entryId', 'entryName', 'triggeredAt', 'rowUpdatedAt'],
};

/** Throws a 400 on a field that is not mapped: a name, a key, a prefix, another bridge's column. */
export function findField(bridge: BridgeRecord, name: string, use: keyof typeof permitted): ReadField {
  const column = bridge.columns.find(({ columnId }) => columnId === name.toLowerCase());
  if (column) return (row) => cellValues(column, row);
  const read = permitted[use].includes(name) ? entryFields[name] : undefined;
  if (read) return read;
  const others = permitted[use].join(', ');
  throw badRequest(
    `${use}: "${name}" is not mapped; give a columnId from the bridge's column metadata, or one of ${others}`,
  );
}

/** A list gives each member, an object its JSON, an empty cell nothing. */
export function cellValues(column: Column, row: Row): CellValue[] {
  const cell = row.columns[column.name];
  const value = column.computed ? (cell as { readonly value: unknown }).value : cell;
  return (Array.isArray(value) ? value : [value]).flatMap((member) => {
    if (member === null || member === undefined || member === '') return [];
    return [typeof member === 'string' || typeof member === 'number' ? member : JSON.stringify(member)];
  });
}
