import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeError } from '../../../shared/domain/describe-error.ts';
import { toTableError } from '../../../shared/ledger/dynamodb/dynamodb-error.ts';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import { sdkSettings } from '../../../shared/runtime/sdk-settings.ts';
import {
  type AwsAnswer,
  type AwsBehaviour,
  type AwsServer,
  startAwsServer,
} from '../../support/aws/aws-server.ts';
import { closedAfterEach } from '../../support/opened-for-all.ts';

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG',
  sessionToken: 'FwoGZXIvYXdzEXAMPLE',
};
const key = { pk: 'a', sk: 'b' };
const item = { pk: { S: 'a' }, sk: { S: 'b' }, n: { N: '1' } };

const failure = (name: string, more: object = {}, status = 400): AwsAnswer => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'said', ...more },
});
const cancelled = (...CancellationReasons: readonly object[]): AwsBehaviour =>
  failure('TransactionCanceledException', { CancellationReasons });
const unexplained = { name: 'TransactionCanceledException' };
const unavailable = { code: 'TABLE_UNAVAILABLE' };

describe("the table over AWS's SDK", () => {
  const closed = closedAfterEach();
  let server: AwsServer;
  const open = (requestMs = 10_000) =>
    createDynamoDbTable({
      client: new DynamoDBClient({
        ...sdkSettings(3_000, requestMs),
        endpoint: server.endpoint,
        region: 'eu-west-1',
        credentials,
      }),
      tableName: 't',
    });
  const failureOf = (calling: Promise<unknown>) =>
    calling.then(() => null).catch((error: unknown) => error as Error);
  beforeEach(async () => {
    // The pauses between attempts are a random part of 25 ms, 50 ms and so on.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    server = closed(await startAwsServer());
  });
  afterEach(() => vi.restoreAllMocks());

  it('keeps its connection for the next call', async () => {
    const table = open();
    for (let number = 0; number < 5; number++) await table.get(key);
    expect(server.connections()).toBe(1);
  });

  // The emulator has no replica that lags, so only the request shows it.
  it('reads what was last written', async () => {
    const table = open();

    await table.get(key);
    await table.getAll([key]);
    await table.query({ pk: 'a' });

    const consistent = server.requests.map(({ body }) => body.includes('"ConsistentRead":true'));
    expect(consistent).toEqual([true, true, true]);
  });

  it.each<[string, AwsBehaviour, number, object]>([
    ['a throttle', failure('ThrottlingException'), 4, unavailable],
    ['used-up throughput', failure('ProvisionedThroughputExceededException'), 4, unavailable],
    ['too many requests of the account', failure('RequestLimitExceeded'), 4, unavailable],
    ['the same transaction under way', failure('TransactionInProgressException'), 4, unavailable],
    ['an answer of 500', failure('InternalServerError', {}, 500), 4, unavailable],
    ['a 503 that is not JSON', { status: 503, body: '<html>' }, 4, unavailable],
    ['a lost connection', 'cut', 4, unavailable],
    ['an answer that ends in its middle', 'cut-within', 4, unavailable],
    ['another transaction on the item', failure('TransactionConflictException'), 1, unavailable],
    ['an answer that is not JSON', { status: 200, body: '<html>' }, 1, unavailable],
    [
      'a failed condition',
      failure('ConditionalCheckFailedException', { Item: item }),
      1,
      { code: 'CONDITION_FAILED', item: { ...key, n: 1 } },
    ],
    [
      'a cancelled transaction',
      cancelled(
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: item },
        { Code: 'TransactionConflict' },
        { Code: 'ThrottlingError' },
        { Code: 'ProvisionedThroughputExceeded' },
        { Code: 'ItemCollectionSizeLimitExceeded' },
        { Code: 'ValidationError', Message: 'Item size to update has exceeded the maximum allowed size' },
      ),
      1,
      {
        code: 'TRANSACTION_CANCELLED',
        reasons: [
          { code: 'none' },
          { code: 'condition-failed', item: { ...key, n: 1 } },
          ...['conflict', 'throttled', 'throttled', 'too-large', 'too-large'].map((code) => ({ code })),
        ],
      },
    ],
    [
      'a transaction cancelled over a wrong type',
      cancelled({ Code: 'ValidationError', Message: 'Type mismatch for key' }),
      1,
      unexplained,
    ],
    ['a transaction cancelled over a reason of the future', cancelled({ Code: 'Unheard' }), 1, unexplained],
    ['a mistake in a request', failure('ValidationException'), 1, { name: 'ValidationException' }],
    ['a missing grant', failure('AccessDeniedException'), 1, { name: 'AccessDeniedException' }],
    ['a missing table', failure('ResourceNotFoundException'), 1, { name: 'ResourceNotFoundException' }],
  ])('tells %s after its attempts', async (_, behaviour, attempts, expected) => {
    server.answer = () => behaviour;

    const error = await failureOf(open().put({ ...key, n: 2 }));

    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject(expected);
    expect(server.requests).toHaveLength(attempts);
  });

  it('keeps a missing grant as it is where the SDK tries again since the clock was wrong', async () => {
    // An hour further off at each answer: each corrects the clock again.
    server.answer = (_, number) => ({
      ...failure('AccessDeniedException'),
      headers: { date: new Date(Date.now() + number * 3_600_000).toUTCString() },
    });
    expect(await failureOf(open().put({ ...key, n: 2 }))).toMatchObject({ name: 'AccessDeniedException' });
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    ...['EAI_AGAIN', 'ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH'],
    ...['ENETUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'],
  ])('tells that %s ended a connection', (code) => {
    const lost = Object.assign(new Error('lost'), { code });
    expect(toTableError(lost, 1)).toMatchObject({
      ...unavailable,
      message: `the table cannot be reached now (${code})`,
    });
  });

  it('succeeds when a later attempt does', async () => {
    server.answer = (_, number) =>
      number <= 3 ? failure('ThrottlingException') : { status: 200, body: { Item: item } };
    expect(await open().get(key)).toEqual({ ...key, n: 1 });
  });

  it.each(['silence', 'silence-within'] as const)(
    'waits only as long as it may after %s',
    async (behaviour) => {
      server.answer = () => behaviour;
      expect(await failureOf(open(60).get(key))).toMatchObject(unavailable);
      expect(server.requests).toHaveLength(4);
    },
  );

  it('says that nothing listens there', async () => {
    const table = open();
    await server.close();
    expect(await failureOf(table.get(key))).toMatchObject({
      ...unavailable,
      message: 'the table cannot be reached now (ECONNREFUSED)',
    });
  });

  it('repeats a transaction under the token of its first attempt', async () => {
    server.answer = (_, number) => (number <= 2 ? 'cut' : { status: 200, body: {} });
    const table = open();

    await table.transact([{ kind: 'delete', key }]);
    await table.transact([{ kind: 'delete', key }]);

    const tokens = server.requests.map(({ body }) => JSON.parse(body).ClientRequestToken as string);
    expect(tokens[0]).toMatch(/^[\da-f-]{36}$/);
    expect(tokens.slice(1, 3)).toEqual([tokens[0], tokens[0]]);
    expect(tokens[3]).not.toBe(tokens[0]);
  });

  it('has no credential in an error that is logged', async () => {
    // AWS explains a wrong signature with the canonical form of the request.
    server.answer = ({ headers }) =>
      failure('InvalidSignatureException', {
        message:
          'The request signature we calculated does not match. The Canonical String for this request should have been ' +
          `'POST\n/\n\nhost:dynamodb.eu-west-1.amazonaws.com\nx-amz-security-token:${headers['x-amz-security-token']}\n` +
          `Credential=AKIDEXAMPLE/20261123/eu-west-1/dynamodb/aws4_request'`,
      });
    const refused = await failureOf(open().get(key));
    server.answer = ({ headers }) => ({ status: 200, body: `not JSON: ${headers['x-amz-security-token']}` });
    const garbage = await failureOf(open().get(key));

    for (const error of [refused, garbage]) {
      const told = describeError(error);
      expect(told).not.toBe('');
      for (const credential of Object.values(credentials)) expect(told).not.toContain(credential);
    }
    expect(describeError(refused)).toContain('InvalidSignatureException');
  });
});
