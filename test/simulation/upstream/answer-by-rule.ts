import { type AnswerRule, type Call, hides } from '../parts/answer-rules.ts';
import type { Answer } from '../parts/upstream.ts';

/** `sort`: rows by their last change. */
export function callOf({ pathname, searchParams }: URL, sort: boolean): Call {
  const [, , , kind, id = ''] = pathname.split('/');
  if (kind === 'feed') {
    const operation = searchParams.get('sort') === 'Hotness' ? 'hotness' : 'list';
    return { operation, id: searchParams.get('buyerId') ?? '' };
  }
  if (kind === 'buyer') return { operation: 'summary', id };
  const isForColumns = pathname.endsWith('/column/metadata');
  return { operation: isForColumns ? 'columns' : sort ? 'newest rows' : 'rows', id };
}

/** The answer that a rule gives; null where the service answers by itself, an empty list too. */
export function answerByRule(rule: AnswerRule | undefined, { operation }: Call): Answer | null {
  const isList = operation === 'list' || operation === 'hotness';
  if (rule === undefined || rule.answer === 'empty' || (isList && hides(rule))) return null;
  const { answer, retryAfter } = rule;
  if (answer === 'cut') throw cutError();
  if (answer === 'timeout') throw new DOMException('timed out', 'TimeoutError');
  if (typeof answer === 'string') return { status: 200, body: '<html>' };
  return { status: answer, body: '{}', ...(retryAfter ? { retryAfter: String(retryAfter) } : {}) };
}

export function cutError(): TypeError {
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
  });
}
