import { isRecord } from '../is-record.ts';
import type { Signal } from '../rows/signal.ts';
import type { BuyerSummary } from './summary.ts';

/** UTF-8 bytes of JSON. A transaction of 4 MB writes a signal for fifty routes, the most a config can have. */
export const mostKeptBytes = 8_000;

/** Two ids could come to the same if they were cut. */
const ids = new Set(['buyerId', 'bridgeId', 'rowId', 'entryId', 'triggerId']);
const longestEntityId = 200;

/** `least` is the shortest length of its texts: a later step keeps less beside the texts. */
interface Step {
  readonly least: number;
  readonly columns?: number;
  /** `sections` of a block, `sources` of a section. */
  readonly sections?: number;
  readonly sources?: number;
}

const signalSteps: readonly Step[] = [
  { columns: 500, least: 100 },
  { columns: 100, least: 100 },
  { columns: 20, least: 10 },
  { columns: 0, least: 1 },
];

/** Sources are most of the bytes of a summary, and the least of what it says. A shorter text still shows its topic. */
const summarySteps: readonly Step[] = [
  { sections: 40, sources: 5, least: 1_000 },
  { sections: 40, sources: 2, least: 500 },
  { sections: 10, sources: 1, least: 300 },
  { sections: 4, sources: 0, least: 10 },
  { sections: 0, sources: 0, least: 1 },
];

/** JSON text, whose texts are cut to one length if it is too large. So each payload fits into its own item. */
export function keptText(value: Signal | BuyerSummary, mostBytes = mostKeptBytes): string {
  let text = JSON.stringify(value);
  for (const step of 'columns' in value ? signalSteps : summarySteps) {
    for (let longest = mostBytes; longest >= step.least; longest = Math.floor(longest * 0.9)) {
      if (Buffer.byteLength(text) <= mostBytes) return text;
      text = JSON.stringify({ ...shortenFields(value, longest, step), truncated: true });
    }
  }
  return text;
}

/** `longest` is in UTF-16 units. An ellipsis stands where something was left out, and no character is halved. */
export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).toWellFormed()}…`;
}

function shortenFields(value: object, longest: number, step: Step): object {
  const fields = Object.entries(value);
  return Object.fromEntries(fields.map(([name, field]) => [name, shortenField(name, field, longest, step)]));
}

function shortenField(name: string, value: unknown, longest: number, step: Step): unknown {
  if (ids.has(name)) return value;
  if (name === 'columns') return shortenColumns(value as Signal['columns'], longest, step.columns);
  if (typeof value === 'string' && name === 'entityId') return value.length > longestEntityId ? null : value;
  if (typeof value === 'string') return cut(value, longest);
  if (isRecord(value)) return shortenFields(value, longest, step);
  if (!Array.isArray(value)) return value;
  const most = name === 'sources' ? step.sources : step.sections;
  return value.slice(0, most).map((item) => shortenFields(item, longest, step));
}

/** A list or an object that is too long becomes the beginning of its JSON text. Of very many columns the first are kept. */
function shortenColumns(columns: Signal['columns'], longest: number, most?: number): Signal['columns'] {
  const kept = Object.entries(columns).slice(0, most);
  return Object.fromEntries(kept.map(([name, value]) => [cut(name, longest), shortenValue(value, longest)]));
}

function shortenValue(value: unknown, longest: number): unknown {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return typeof text === 'string' && text.length > longest ? cut(text, longest) : value;
}
