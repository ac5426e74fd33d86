import { HttpStatusError } from '../domain/errors.ts';
import type { Operation } from './arguments.ts';
import type { Answer } from './send-request.ts';
import { isRecord } from './tolerant-schema.ts';

export function toStatusError(operation: Operation, { status, retryAfterMs, text }: Answer): HttpStatusError {
  const message = `${operation}: the service answered ${status}${meaningOf(status)}`;
  return new HttpStatusError(status, message, { retryAfterMs, problemCode: readProblemCode(text) });
}

function meaningOf(status: number): string {
  if (status === 401) return ': the access token is missing, wrong or has run out';
  if (status === 403) return ': the access token does not allow this';
  return '';
}

const codeWord = /^[\w.-]{1,80}$/;

/**
 * A code such as `resource.buyer.summary.empty` from an error's body: its `code`, `errorCode` or `error.code`. Null
 * unless it is a short word: a body's text must not get into logs.
 */
function readProblemCode(text: string): string | null {
  const body = parse(text);
  if (!isRecord(body)) return null;
  const places = [body.code, body.errorCode, isRecord(body.error) ? body.error.code : undefined];
  const found = places.find((place) => typeof place === 'string' && codeWord.test(place));
  return typeof found === 'string' ? found : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // An error's body has no contracted form: it may be empty or a page of HTML.
    return null;
  }
}
