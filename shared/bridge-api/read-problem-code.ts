import { isRecord } from './is-record.ts';

const codeWord = /^[\w.-]{1,80}$/;

/**
 * A code such as `resource.buyer.summary.empty` from an error's body: its `code`, `errorCode` or `error.code`. Null
 * unless it is a short word: a body's text must not get into logs.
 */
export function readProblemCode(text: string): string | null {
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
