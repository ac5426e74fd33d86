import { describe, expect, test } from 'vitest';
import { describeError } from '../../../../shared/domain/describe-error.ts';
import {
  ArgumentError,
  ConfigurationError,
  ContractError,
  HttpStatusError,
  SecretUnavailableError,
  TransportError,
} from '../../../../shared/domain/errors.ts';
import { TableUnavailableError, TransactionCancelledError } from '../../../../shared/ledger/table/table.ts';

describe('an error in one sentence', () => {
  test.each<[unknown, string]>([
    [new TransportError('TIMEOUT', 'no answer within 15 s'), 'no answer within 15 s'],
    [new HttpStatusError(503, 'the service answered 503'), 'the service answered 503'],
    [new HttpStatusError(404, 'no such buyer'), 'no such buyer (status 404)'],
    [new ContractError('result is no list'), 'result is no list'],
    [new ArgumentError('pageSize', 'pageSize: found 0; write 1 to 100'), 'pageSize: found 0; write 1 to 100'],
    [new ConfigurationError(['a: found 1', 'b: found 2']), 'a: found 1 b: found 2'],
    [
      new SecretUnavailableError('the secret signalpost/stage2/SLACK_WEBHOOK_URL_1 is blank'),
      'the secret signalpost/stage2/SLACK_WEBHOOK_URL_1 is blank',
    ],
    [
      new TransactionCancelledError([{ code: 'none' }, { code: 'conflict' }]),
      'the transaction was cancelled: none, conflict',
    ],
    [new RangeError('out of range'), 'RangeError: out of range'],
    [new Error(''), 'Error'],
    [
      Object.assign(new Error('Rate exceeded'), { name: 'ProvisionedThroughputExceededException' }),
      'ProvisionedThroughputExceededException: Rate exceeded',
    ],
    ['a text', 'a value that is not an Error was thrown (string)'],
    [undefined, 'a value that is not an Error was thrown (undefined)'],
  ])('%s', (error, sentence) => {
    expect(describeError(error)).toBe(sentence);
  });

  test('says what lies beneath, by its code where it has one', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:443'), { code: 'ECONNREFUSED' });
    const failed = new TypeError('fetch failed', { cause: refused });
    expect(describeError(new TableUnavailableError('the table is away', { cause: failed }))).toBe(
      'the table is away (because of ECONNREFUSED)',
    );
  });

  test('ends although the causes go round', () => {
    const error = new Error('round');
    error.cause = error;
    expect(describeError(error)).toBe('Error: round');
  });

  test('has no address and no secret of its cause either', () => {
    const cause = new Error('POST https://hooks.example.com/T0/B0 with whsec_MfKQ9r8GKYqrTwjUPD8ILPZI');
    expect(describeError(new TypeError('failed', { cause }))).toBe(
      'TypeError: failed (because of Error: POST [address] with [redacted])',
    );
  });
});
