import type { Signal } from './signal.ts';

/** In UTF-16 units. Each length is half the one before, so that what is left is never under half of this. */
const mostShown = 64_000;
const longestTexts = [32_000, 16_000, 8_000, 4_000, 2_000, 1_000, 500, 250];

/**
 * A signal without what no digest can show of it: a thousand that wait for a route would otherwise not fit into a
 * function's memory, nor the writing of their digests into its time. What is left is still more than any message can
 * take, so that its renderer cuts it and says so. `size` is that of its JSON text; one that is not large stays as it is.
 */
export function limitShown(signal: Signal, size: number): Signal {
  if (size <= mostShown) return signal;
  let columns = signal.columns;
  for (const longest of longestTexts) {
    columns = mapColumns(signal.columns, (value) => shorten(value, longest));
    if (sizeOf(columns) <= mostShown) break;
  }
  const [longestName = 0] = longestTexts;
  const cutName = (name: string | null) => name && cut(name, longestName);
  return {
    ...signal,
    name: cutName(signal.name),
    bridgeName: cutName(signal.bridgeName),
    buyerName: cutName(signal.buyerName),
    updatedAt: cutName(signal.updatedAt),
    columns: firstColumns(columns),
  };
}

const cut = (text: string, longest: number) => text.slice(0, longest).toWellFormed();

/** A list or an object that is too long becomes the beginning of its JSON text, as in a message that is cut. */
function shorten(value: unknown, longest: number): unknown {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return typeof text === 'string' && text.length > longest ? cut(text, longest) : value;
}

function firstColumns(columns: Signal['columns']): Signal['columns'] {
  let size = 0;
  const kept = Object.entries(columns).filter((column) => {
    size += JSON.stringify(column).length;
    return size <= mostShown;
  });
  return Object.fromEntries(kept);
}

function mapColumns(columns: Signal['columns'], change: (value: unknown) => unknown): Signal['columns'] {
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, change(value)]));
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
