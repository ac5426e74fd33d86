import { labelOf } from '../../shared/domain/cells/cell.ts';
import { readPerson } from '../../shared/domain/cells/read-person.ts';
import type { ColumnInfo } from '../../shared/domain/rows/columns.ts';
import { splitWords } from '../../shared/domain/text/column-words.ts';
import { plainLines } from '../../shared/domain/text/markdown.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { cutWords } from '../../shared/domain/text/sentences.ts';
import { formatNumber } from './numbers.ts';

const longestRead = 3_000;

/** Writes a cell as one line of at most `longest` UTF-16 units; null if nothing of it can be seen. */
export function formatValue(
  column: string,
  value: unknown,
  info: ColumnInfo | undefined,
  longest: number,
): string | null {
  const told = tell(column, value, info);
  const lines = told && plainLines(told.slice(0, longestRead).toWellFormed()).join(' ');
  const line = oneLine(lines, longestRead);
  return line && cutWords(line, longest);
}

function tell(column: string, value: unknown, info: ColumnInfo | undefined): string | null {
  switch (typeof value) {
    case 'boolean':
      return value ? 'yes' : 'no';
    case 'number':
      return labelOf(String(value), info) ?? formatNumber(splitWords(column), value);
    case 'string':
      return labelOf(value, info) ?? value;
    case 'object':
      return value === null ? null : formatObject(column, value, info);
    default:
      return null;
  }
}

/** `SOC 2, ISO 27001` for a list, `ayes 5, nays 2` for an object, a name and a title for a person. */
function formatObject(column: string, value: object, info: ColumnInfo | undefined): string | null {
  if (Array.isArray(value)) {
    const items = value.slice(0, 20).map((item) => (Array.isArray(item) ? null : tell(column, item, info)));
    return items.filter((item) => item !== null).join(', ');
  }
  const person = readPerson(value);
  if (person !== null) return person;
  const fields = Object.entries(value).slice(0, 20);
  return fields
    .flatMap(([key, field]) => {
      const inner = typeof field === 'object' ? null : tell(key, field, undefined);
      return inner === null || inner === '' ? [] : [`${splitWords(key.slice(0, 60))} ${inner}`];
    })
    .join(', ');
}
