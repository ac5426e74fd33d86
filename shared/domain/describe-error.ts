import { assertUpstream, ConfigurationError, SecretUnavailableError } from './errors.ts';
import { redactText } from './redact-text.ts';

/** Deeper causes are left out: the first ones say what happened. */
const deepest = 3;

/**
 * The sentence is safe for a log, a digest's state or a terminal: without a stack, an address or anything that looks
 * like a secret. An error of JavaScript or of AWS gives its class, too.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `a value that is not an Error was thrown (${typeof error})`;
  // Their messages contain names that `redactText` could mistake for secrets.
  if (error instanceof ConfigurationError || error instanceof SecretUnavailableError)
    return oneLine(error.message);
  const told = formatError(error);
  const causes = describeCauses(error).filter((cause) => !told.includes(cause));
  return causes.length === 0 ? told : `${told} (because of ${causes.join(', ')})`;
}

/** The next slot tries again. Throws any other error, which is a fault of ours and must not be ignored. */
export function upstreamProblem(error: unknown): string {
  assertUpstream(error);
  return describeError(error);
}

/** JavaScript's own classes and those of AWS: without the class, their messages say too little. */
const isForeign = ({ name }: Error): boolean => name in globalThis || name.endsWith('Exception');

function formatError(error: Error): string {
  const message = oneLine(redactText(error.message));
  if (isForeign(error)) return message === '' ? error.name : `${error.name}: ${message}`;
  const status = 'status' in error && typeof error.status === 'number' ? String(error.status) : null;
  return status === null || message.includes(status) ? message : `${message} (status ${status})`;
}

/** `fetch failed` says nothing, but its cause's code (`ECONNREFUSED`) does. */
function describeCauses(error: Error): string[] {
  const codes: string[] = [];
  const sentences: string[] = [];
  let cause = error.cause;
  for (let depth = 0; depth < deepest && cause instanceof Error; depth++) {
    if ('code' in cause && isCodeWord(cause.code)) codes.push(cause.code);
    else sentences.push(formatError(cause));
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
