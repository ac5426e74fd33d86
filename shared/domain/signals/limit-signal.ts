import type { Signal } from '../rows/signal.ts';
import { cut, shortenInSteps } from './limit-text.ts';

/** Fewer columns are kept once texts become shorter than `least`. */
const steps = [
  { columns: 500, least: 100 },
  { columns: 100, least: 100 },
  { columns: 20, least: 10 },
  { columns: 0, least: 1 },
] as const;
const longestEntityId = 200;

/** All texts are cut to one length until the JSON has `mostBytes`; of very many columns the first are kept. Pure. */
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
    // Two ids could come to the same if they were cut.
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
