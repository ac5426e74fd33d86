import type { Signal } from '../rows/signal.ts';
import { cut, shortenInSteps } from './limit-text.ts';

/** The most columns that are kept, and the shortest that their texts become before fewer columns are kept. */
const steps = [
  { columns: 500, least: 100 },
  { columns: 100, least: 100 },
  { columns: 20, least: 10 },
  { columns: 0, least: 1 },
] as const;
const longestEntityId = 200;

/** Cuts a signal to `mostBytes` of JSON: its texts to one length, and of very many columns it keeps the first. Pure. */
export function limitSignal(signal: Signal, mostBytes?: number): Signal {
  return shortenInSteps(steps, (longest, { columns }) => shorten(signal, longest, columns), mostBytes);
}

function shorten(signal: Signal, longest: number, mostColumns: number): Signal {
  const columns = Object.entries(signal.columns).slice(0, mostColumns);
  return {
    ...signal,
    name: cut(signal.name, longest),
    bridgeName: cut(signal.bridgeName, longest),
    buyerName: cut(signal.buyerName, longest),
    updatedAt: cut(signal.updatedAt, longest),
    filterType: cut(signal.filterType ?? null, longest),
    // Cut, two ids could come to the same.
    entityId: (signal.entityId ?? '').length > longestEntityId ? null : signal.entityId,
    columns: Object.fromEntries(
      columns.map(([name, value]) => [cut(name, longest), shortenValue(value, longest)]),
    ),
    truncated: true,
  };
}

/** A list or an object that is too long becomes the beginning of its JSON text. */
function shortenValue(value: unknown, longest: number): unknown {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return typeof text === 'string' && text.length > longest ? cut(text, longest) : value;
}
