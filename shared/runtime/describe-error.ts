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
  const told = tellError(error);
  const causes = tellCauses(error).filter((cause) => !told.includes(cause));
  return causes.length === 0 ? told : `${told} (because of ${causes.join(', ')})`;
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
  'AlarmUntoldError',
  'TableUnavailableError',
  'QueueUnavailableError',
  'DestinationRefusedError',
  'UnusableSecretError',
  'UpstreamPausedError',
  'StateInUseError',
  'StateFileError',
  'CdkFailedError',
  'FunctionTimeoutError',
  'FunctionFailedError',
  'ComposeUnfinishedError',
  'HeartbeatOvertakenError',
  'RouteBusyError',
  'NoTimeLeftError',
]);

function tellError(error: Error): string {
  const message = oneLine(redactText(error.message));
  if (!ownNames.has(error.name)) return message === '' ? error.name : `${error.name}: ${message}`;
  const status = 'status' in error && typeof error.status === 'number' ? String(error.status) : null;
  return status === null || message.includes(status) ? message : `${message} (status ${status})`;
}

/** `fetch failed` says nothing; the code of what lies beneath (`ECONNREFUSED`) does, and its sentence only for want of it. */
function tellCauses(error: Error): string[] {
  const codes: string[] = [];
  const sentences: string[] = [];
  let cause = error.cause;
  for (let depth = 0; depth < deepest && cause instanceof Error; depth++) {
    if ('code' in cause && isCodeWord(cause.code)) codes.push(cause.code);
    else sentences.push(tellError(cause));
    cause = cause.cause;
  }
  return codes.length > 0 ? codes : sentences;
}

function isCodeWord(code: unknown): code is string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,50}$/.test(code);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
