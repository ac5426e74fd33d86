import { ConfigurationError } from '../domain/errors.ts';
import { redactText } from '../domain/redact-text.ts';
import { SecretUnavailableError } from './secrets.ts';

/** Causes deeper than this are left out: the first ones say what happened. */
const deepest = 3;

/**
 * One sentence on what went wrong that may stand in a log, a digest's state or on a terminal: without a stack, an
 * address or what looks like a secret. Errors of our own are told in their words, others by their class as well.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `something that is no error was thrown (${typeof error})`;
  // These two are written for the reader, and hold names that `redactText` could take for secrets.
  if (error instanceof ConfigurationError || error instanceof SecretUnavailableError)
    return oneLine(error.message);
  return [tellError(error), ...tellCauses(error)].join(' ');
}

/** Of this project's classes, by their literal names: `ledger` and `destinations` need not be loaded for it. */
const ownNames: ReadonlySet<string> = new Set([
  'TransportError',
  'HttpStatusError',
  'ContractError',
  'ArgumentError',
  'ConditionFailedError',
  'TransactionCancelledError',
  'ItemTooLargeError',
  'TableUnavailableError',
  'QueueUnavailableError',
  'DestinationRefusedError',
  'UnusableSecretError',
  'BlobNotFoundError',
]);

function tellError(error: Error): string {
  const message = oneLine(redactText(error.message));
  if (!ownNames.has(error.name)) return message === '' ? error.name : `${error.name}: ${message}`;
  const status = 'status' in error && typeof error.status === 'number' ? String(error.status) : null;
  return status === null || message.includes(status) ? message : `${message} (status ${status})`;
}

/** `fetch failed` says nothing; the code of what lies beneath (`ECONNREFUSED`) does. */
function tellCauses(error: Error): string[] {
  const told: string[] = [];
  let cause = error.cause;
  for (let depth = 0; depth < deepest && cause instanceof Error; depth++) {
    told.push('code' in cause && isCodeWord(cause.code) ? cause.code : tellError(cause));
    cause = cause.cause;
  }
  return told.length === 0 ? [] : [`(because of ${told.join(', ')})`];
}

function isCodeWord(code: unknown): code is string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,50}$/.test(code);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
