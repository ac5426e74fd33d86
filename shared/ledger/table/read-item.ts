import { isPast } from '../../domain/clock.ts';

/** An item, or a map within one. */
export type Attributes = Readonly<Record<string, unknown>>;

/** An earlier or later version may have written the item: an attribute of another type reads as absent. */
export const numberOf = (item: Attributes, name: string): number | null => {
  const value = item[name];
  return typeof value === 'number' ? value : null;
};

/** A time in the future comes from a wrong clock and reads as absent. */
export const pastOf = (item: Attributes, name: string, now: number): number | null => {
  const time = numberOf(item, name);
  return time !== null && isPast(time, now) ? time : null;
};

export const isRecent = (item: Attributes, name: string, now: number, ms: number): boolean => {
  const time = pastOf(item, name, now);
  return time !== null && now - time < ms;
};

export const stringOf = (item: Attributes, name: string): string | null => {
  const value = item[name];
  return typeof value === 'string' ? value : null;
};

/** Undefined if the JSON text is absent or damaged. */
export const parsedOf = (item: Attributes, name: string): unknown => {
  try {
    return JSON.parse(stringOf(item, name) ?? '');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** None if the JSON text is absent or damaged. */
export const listOf = <Element>(item: Attributes, name: string): readonly Element[] => {
  const parsed = parsedOf(item, name);
  return Array.isArray(parsed) ? parsed : [];
};

export const stringsOf = (item: Attributes, name: string): string[] => {
  const value = item[name];
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
};
