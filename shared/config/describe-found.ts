import { redactText } from '../domain/redact-text.ts';

/**
 * Describes a field's value for an error. A string is quoted only if `quote` says that the field can't hold a secret,
 * and then without anything that looks like a secret: people paste tokens into the wrong line.
 */
export function describeFound(value: unknown, quote: boolean): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'string') return describeText(value, quote);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function describeText(text: string, quote: boolean): string {
  if (text.trim() === '') return 'a blank string';
  return quote ? JSON.stringify(redactText(text).slice(0, 60)) : 'a string';
}
