import { isHtml } from '../../message/send/decide-outcome.ts';
import type { PostAnswer } from '../../message/send/http-post.ts';
import { redactText } from '../../shared/domain/redact-text.ts';
import { cutText } from '../../shared/domain/text/cut-text.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';

const longestQuote = 200;
/** A shorter part of a secret would take words out of the answer. */
const leastPart = 6;

/** Quotes the beginning of an answer in one line, without any part of a secret; null for an HTML page, or no words. */
export function quoteAnswer({ body, headers }: PostAnswer, secrets: readonly string[]): string | null {
  if (isHtml(body) || headers['content-type']?.toLowerCase().includes('html')) return null;
  // Some tools write a slash in JSON as \/.
  const line = oneLine(body.replaceAll('\\/', '/'), Number.POSITIVE_INFINITY);
  if (line === null) return null;
  const hidden = formsOf(secrets).reduce(
    (text, form) => text.replaceAll(new RegExp(RegExp.escape(form), 'gi'), '[redacted]'),
    line,
  );
  return cutText(redactText(hidden), longestQuote);
}

/** Each secret and its parts (the token behind a prefix, the path of an address), as text, in an address and in JSON. */
function formsOf(secrets: readonly string[]): string[] {
  const parts = secrets.flatMap((secret) => secret.split(/[\s/?&=:#_]+/));
  return [...secrets.filter((secret) => secret !== ''), ...parts.filter(({ length }) => length >= leastPart)]
    .flatMap((part) => [part, encodeURIComponent(part), JSON.stringify(part).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
}
