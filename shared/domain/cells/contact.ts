import { cellIn, readJson } from './cell.ts';
import type { CellRow } from './deadline.ts';
import { contactColumnsFor, type MeaningView } from './meanings.ts';

const oneAddress = /^[^\s<>@"'(),;:]{1,64}@[^\s<>@"'(),;:]{1,100}\.[^\s<>@"'(),;:.]{2,}$/;
const oneNumber = /^\+?[\d(][\d\s().\-/]{5,25}\d(\s?(x|ext\.?)\s?\d{1,6})?$/i;

/** Null for a cell that is neither an address nor a number. */
export function readContact(row: CellRow, view: MeaningView) {
  const { email, phone } = contactColumnsFor(row, view);
  const read = (column: string | undefined, form: RegExp): string | null => {
    const cell = column === undefined ? null : readJson(cellIn(row, column));
    const first = Array.isArray(cell) ? cell[0] : cell;
    const text = typeof first === 'string' || typeof first === 'number' ? String(first).trim() : '';
    return form.test(text) ? text : null;
  };
  return { email: read(email, oneAddress), phone: read(phone, oneNumber) };
}
