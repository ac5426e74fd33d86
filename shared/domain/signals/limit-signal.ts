import { bytesOf, createRoom, cut, mostKeptBytes, shortenToFit } from './limit-text.ts';
import type { Signal } from './signal.ts';

/** A shorter value says too little: below this, whole columns are left out. */
const shortestTexts = 250;

/**
 * Cuts a signal over `mostKeptBytes`: its texts to one length, and of thousands of columns it keeps the first. Pure.
 */
export function limitSignal(signal: Signal): Signal {
  return shortenToFit((longest) => shorten(signal, longest), shortestTexts) ?? firstColumns(signal);
}

function shorten(signal: Signal, longest: number): Signal {
  const cutName = (name: string | null) => name && cut(name, longest);
  const columns = Object.entries(signal.columns).map(
    ([name, value]) => [cut(name, longest), shortenValue(value, longest)] as const,
  );
  return {
    ...signal,
    name: cutName(signal.name),
    bridgeName: cutName(signal.bridgeName),
    buyerName: cutName(signal.buyerName),
    updatedAt: cutName(signal.updatedAt),
    ...(signal.filterType ? { filterType: cut(signal.filterType, longest) } : {}),
    // Cut, two ids could come to the same.
    ...(signal.entityId && signal.entityId.length > longest ? { entityId: null } : {}),
    columns: Object.fromEntries(columns),
  };
}

/** A list or an object that is too long becomes the beginning of its JSON text, as in a cut message. */
function shortenValue(value: unknown, longest: number): unknown {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  return typeof text === 'string' && text.length > longest ? cut(text, longest) : value;
}

function firstColumns(whole: Signal): Signal {
  const signal = shorten(whole, shortestTexts);
  const columns = Object.entries(signal.columns);
  const beside = { ...signal, columns: {}, columnsLeftOut: columns.length };
  const hasRoom = createRoom(mostKeptBytes - bytesOf(beside));
  const kept = columns.filter(([name, value]) => hasRoom({ [name]: value }));
  return { ...signal, columns: Object.fromEntries(kept), columnsLeftOut: columns.length - kept.length };
}
