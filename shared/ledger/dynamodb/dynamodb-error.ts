import type { AttributeValue, CancellationReason as DynamoDbReason } from '@aws-sdk/client-dynamodb';
import {
  type CancellationReason,
  ConditionFailedError,
  ItemTooLargeError,
  TableUnavailableError,
  TransactionCancelledError,
} from '../table/table.ts';
import { fromAttributes } from './attribute-value.ts';

/** Node's errors of a lost connection are among the client's. */
type CallError = Error & {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly Item?: Record<string, AttributeValue>;
  readonly CancellationReasons?: readonly DynamoDbReason[];
};

/** Errors that the port does not have (missing table, missing grant) stay unchanged. */
export function toTableError(thrown: unknown, writes: number): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const error: CallError = thrown;
  if (error.name === 'ConditionalCheckFailedException') {
    return new ConditionFailedError(error.Item && fromAttributes(error.Item));
  }
  if (error.name === 'TransactionCanceledException') return toCancelled(error);
  if (error.name === 'ValidationException' && aboutSize.test(error.message)) {
    if (writes <= 1) return new ItemTooLargeError(error.message, { cause: error });
    return new TransactionCancelledError(Array.from({ length: writes }, () => ({ code: 'too-large' })));
  }
  if (error.name === 'ValidationException' && aboutType.test(error.message)) {
    return new TypeError('an update adds to an attribute that is not a number', { cause: error });
  }
  return toUnavailable(error) ?? error;
}

const aboutType = /operand.*incorrect data type|type mismatch for attribute/i;
const aboutSize = /item size|maximum allowed size|size of items|4\s?MB/i;

function toCancelled(error: CallError): unknown {
  const reasons = (error.CancellationReasons ?? []).map(({ Code, Message, Item }) => {
    if (Code === 'ValidationError' && !aboutSize.test(Message ?? '')) return undefined;
    if (Code === 'ConditionalCheckFailed') {
      return { code: 'condition-failed', item: Item && fromAttributes(Item) } as const;
    }
    return reasonCodes.get(Code ?? 'None');
  });
  // An unknown reason, such as a value of the wrong type, is a programming error: keep the original.
  const known = reasons.filter((reason) => reason !== undefined);
  return known.length === reasons.length && known.length > 0 ? new TransactionCancelledError(known) : error;
}

/** Source: TransactWriteItems in DynamoDB's API reference. */
const reasonCodes: ReadonlyMap<string, CancellationReason> = new Map([
  ['None', { code: 'none' }],
  ['TransactionConflict', { code: 'conflict' }],
  ['ThrottlingError', { code: 'throttled' }],
  ['ProvisionedThroughputExceeded', { code: 'throttled' }],
  ['ItemCollectionSizeLimitExceeded', { code: 'too-large' }],
  ['ValidationError', { code: 'too-large' }],
]);

/** These were rejected before any write, are in progress, or were never answered. */
const passing = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TimeoutError',
  'TransactionConflictException',
  'TransactionInProgressException',
]);
const cuts = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

function toUnavailable(error: CallError): TableUnavailableError | undefined {
  const { code, $metadata } = error;
  const status = $metadata?.httpStatusCode ?? 0;
  // The answer is not JSON, or ended within: the error's own message would quote it.
  const unreadable = $metadata !== undefined && error instanceof SyntaxError;
  if (status < 500 && !passing.has(error.name) && !cuts.has(code ?? '') && !unreadable) return undefined;
  return new TableUnavailableError(`the table cannot be reached now (${code ?? error.name})`, {
    cause: error,
  });
}
