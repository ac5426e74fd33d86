import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { toTableError } from '../../../shared/ledger/dynamodb/dynamodb-error.ts';

const metadata = (httpStatusCode = 400) => ({ httpStatusCode });
const service = (name: string, message = 'said', $metadata = metadata()) =>
  new DynamoDBServiceException({ name, message, $fault: 'client', $metadata });
const network = (code: string) =>
  Object.assign(new Error('http://secret.example said'), { code, $metadata: {} });
const cancelled = (CancellationReasons: TransactionCanceledException['CancellationReasons'] & object) =>
  new TransactionCanceledException({ message: 'cancelled', $metadata: metadata(), CancellationReasons });

describe('an error of DynamoDB', () => {
  it.each([
    ['a throttle', service('ThrottlingException')],
    ['used-up throughput', service('ProvisionedThroughputExceededException')],
    ['another transaction on the item', service('TransactionConflictException')],
    ['the same transaction under way', service('TransactionInProgressException')],
    ['an answer of 500', service('InternalServerError', '', metadata(500))],
    ['an answer of 503 that is no JSON', service('Unknown', '', metadata(503))],
    ['a refused connection', network('ECONNREFUSED')],
    ['a name that is not found', network('ENOTFOUND')],
    ['a timeout', Object.assign(new Error(), { name: 'TimeoutError', $metadata: {} })],
    ['an answer that is no JSON', Object.assign(new SyntaxError('<html>'), { $metadata: metadata(200) })],
  ])('says that the table is away: %s', (_, error) => {
    expect(toTableError(error, 1)).toMatchObject({ code: 'TABLE_UNAVAILABLE', cause: error });
  });

  it('says nothing of where the table lives, nor what was answered', () => {
    expect(toTableError(network('ECONNRESET'), 1)).toMatchObject({
      message: 'the table cannot be reached now (ECONNRESET)',
    });
    const garbage = Object.assign(new SyntaxError('<html>'), { $metadata: metadata(200) });
    expect(toTableError(garbage, 1)).toMatchObject({ message: expect.not.stringContaining('html') });
  });

  it('shows the item on which a condition failed', () => {
    const Item = { pk: { S: 'a' }, sk: { S: 'b' }, n: { N: '1' } };
    const failed = new ConditionalCheckFailedException({ message: '', $metadata: metadata(), Item });
    expect(toTableError(failed, 1)).toMatchObject({
      code: 'CONDITION_FAILED',
      item: { pk: 'a', sk: 'b', n: 1 },
    });
  });

  it('gives each write of a cancelled transaction its reason', () => {
    const error = cancelled([
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'a' }, sk: { S: 'b' } } },
      { Code: 'TransactionConflict' },
      { Code: 'ThrottlingError' },
      { Code: 'ProvisionedThroughputExceeded' },
      { Code: 'ItemCollectionSizeLimitExceeded' },
      { Code: 'ValidationError', Message: 'Item size to update has exceeded the maximum allowed size' },
    ]);
    expect(toTableError(error, 7)).toMatchObject({
      code: 'TRANSACTION_CANCELLED',
      reasons: [
        { code: 'none' },
        { code: 'condition-failed', item: { pk: 'a', sk: 'b' } },
        { code: 'conflict' },
        { code: 'throttled' },
        { code: 'throttled' },
        { code: 'too-large' },
        { code: 'too-large' },
      ],
    });
  });

  it.each([
    [
      'a transaction cancelled over a wrong type',
      cancelled([{ Code: 'ValidationError', Message: 'Type mismatch for key' }]),
    ],
    ['a transaction cancelled over a reason of the future', cancelled([{ Code: 'Unheard' }])],
    ['a table that is not there', service('ResourceNotFoundException')],
    ['a grant that is missing', service('AccessDeniedException')],
    ['a mistake in a request', service('ValidationException', 'Invalid UpdateExpression')],
    ["a programmer's mistake", new TypeError('undefined is not a function')],
  ])('is passed on as it came: %s', (_, error) => {
    expect(toTableError(error, 1)).toBe(error);
  });
});
