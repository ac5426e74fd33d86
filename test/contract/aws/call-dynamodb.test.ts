import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callThroughSdk } from '../../../cli/aws/call-dynamodb.ts';
import { sdkTimeouts } from '../../../cli/aws/sdk-timeouts.ts';
import type { CallDynamoDb, DynamoDbOperations } from '../../../shared/ledger/dynamodb/call-dynamodb.ts';
import { createDynamoDbTable } from '../../../shared/ledger/dynamodb/dynamodb-table.ts';
import { dynamoDb } from '../../../shared/runtime/aws/services.ts';
import { createSignedClient } from '../../../shared/runtime/aws/signed-client.ts';
import { type AwsBehaviour, type AwsServer, startAwsServer } from '../../support/aws/aws-server.ts';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI', sessionToken: 'FwoGZ' };
const region = 'eu-west-1';

interface Client {
  readonly name: string;
  open(endpoint: string, requestMs: number): CallDynamoDb;
}

const clients: readonly Client[] = [
  {
    name: 'the functions',
    open: (endpoint, requestMs) =>
      createSignedClient<DynamoDbOperations>({
        service: dynamoDb,
        timeouts: { connectMs: 3_000, requestMs },
        environment: {
          AWS_REGION: region,
          AWS_ACCESS_KEY_ID: credentials.accessKeyId,
          AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
          AWS_SESSION_TOKEN: credentials.sessionToken,
          AWS_ENDPOINT_URL: endpoint,
        },
        clock: { now: () => Date.now(), sleep: async () => {} },
        random: () => 0,
      }),
  },
  {
    name: 'the commands',
    open: (endpoint, requestMs) =>
      callThroughSdk(
        new DynamoDBClient({
          endpoint,
          region,
          credentials,
          requestHandler: sdkTimeouts(3_000, requestMs),
        }),
      ),
  },
];

const failure = (name: string, more: object = {}, status = 400): AwsBehaviour => ({
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'said', ...more },
});
const item = { pk: { S: 'a' }, sk: { S: 'b' }, n: { N: '1' } };
const key = { TableName: 't', Key: { pk: { S: 'a' }, sk: { S: 'b' } } };

describe.each(clients)('a call of DynamoDB by $name', (client) => {
  let server: AwsServer;
  let call: CallDynamoDb;
  beforeEach(async () => {
    // The SDK's pauses.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    server = await startAwsServer();
    call = client.open(server.endpoint, 10_000);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });
  const failureOf = (calling: Promise<unknown>) => calling.then(() => null).catch((error: unknown) => error);

  it('posts the operation and its input as JSON, and answers with the output', async () => {
    server.answer = () => ({ status: 200, body: { Item: item } });

    expect(await call('GetItem', { ...key, ConsistentRead: true })).toMatchObject({ Item: item });

    const [request] = server.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/' });
    expect(request?.headers).toMatchObject({
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-security-token': credentials.sessionToken,
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/dynamodb\//,
      ),
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({ ...key, ConsistentRead: true });
  });

  it('keeps its connection for the next call', async () => {
    for (let number = 0; number < 5; number++) await call('GetItem', key);
    expect(server.connections()).toBe(1);
  });

  it.each<[string, AwsBehaviour, number, object]>([
    ['a throttle', failure('ThrottlingException'), 4, { name: 'ThrottlingException' }],
    [
      'used-up throughput',
      failure('ProvisionedThroughputExceededException'),
      4,
      { name: 'ProvisionedThroughputExceededException' },
    ],
    ['a limit of the account', failure('RequestLimitExceeded'), 4, { name: 'RequestLimitExceeded' }],
    ['a 429', failure('Odd', {}, 429), 4, { name: 'Odd' }],
    [
      'the same transaction under way',
      failure('TransactionInProgressException'),
      4,
      { name: 'TransactionInProgressException' },
    ],
    [
      'a write of a replica',
      failure('ReplicatedWriteConflictException'),
      4,
      { name: 'ReplicatedWriteConflictException' },
    ],
    ['an answer of 500', failure('InternalServerError', {}, 500), 4, { $metadata: { httpStatusCode: 500 } }],
    ['a 503 that is no JSON', { status: 503, body: '<html>' }, 4, { $metadata: { httpStatusCode: 503 } }],
    ['a lost connection', 'cut', 4, { code: 'ECONNRESET' }],
    ['an answer cut in its middle', 'cut-within', 4, { code: 'ECONNRESET' }],
    ['an answer of 501', failure('Odd', {}, 501), 1, { name: 'Odd' }],
    [
      'another transaction on the item',
      failure('TransactionConflictException'),
      1,
      { name: 'TransactionConflictException' },
    ],
    ['a mistake in the request', failure('ValidationException'), 1, { name: 'ValidationException' }],
    [
      'a missing grant',
      failure('AccessDeniedException'),
      1,
      { name: 'AccessDeniedException', message: 'said' },
    ],
    ['a missing table', failure('ResourceNotFoundException'), 1, { name: 'ResourceNotFoundException' }],
    [
      'a message in capitals',
      { status: 400, body: { __type: 'ValidationException', Message: 'Said' } },
      1,
      { message: 'Said' },
    ],
    ['an answer that is no JSON', { status: 200, body: '<html>' }, 1, { name: 'SyntaxError' }],
    [
      'a condition that failed',
      failure('ConditionalCheckFailedException', { Item: item }),
      1,
      { name: 'ConditionalCheckFailedException', Item: item },
    ],
    [
      'a cancelled transaction',
      failure('TransactionCanceledException', {
        CancellationReasons: [{ Code: 'None' }, { Code: 'X', Item: item }],
      }),
      1,
      { CancellationReasons: [{ Code: 'None' }, { Code: 'X', Item: item }] },
    ],
  ])('after %s', async (_, behaviour, attempts, expected) => {
    server.answer = () => behaviour;

    const error = await failureOf(call('GetItem', key));

    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject(expected);
    expect(error).toMatchObject({ $metadata: { attempts } });
    expect(server.requests).toHaveLength(attempts);
  });

  it('succeeds when a later attempt does', async () => {
    server.answer = (_, number) =>
      number <= 3 ? failure('ThrottlingException') : { status: 200, body: { Item: item } };
    expect(await call('GetItem', key)).toMatchObject({ Item: item });
  });

  it('waits no longer than it was told for an answer', async () => {
    server.answer = () => 'silence';
    const error = await failureOf(client.open(server.endpoint, 60)('GetItem', key));
    expect(error).toMatchObject({ name: 'TimeoutError', $metadata: { attempts: 4 } });
  });

  it('says that nothing listens there', async () => {
    const { endpoint } = server;
    await server.close();
    expect(await failureOf(client.open(endpoint, 10_000)('GetItem', key))).toMatchObject({
      code: 'ECONNREFUSED',
      $metadata: { attempts: 4 },
    });
  });

  it("signs with the service's time when this machine's clock is wrong", async () => {
    const ahead = 20 * 60_000;
    const signedAt = (text: unknown) =>
      Date.parse(String(text).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    server.answer = ({ headers }) => {
      const now = Date.now() + ahead;
      const wrong = Math.abs(signedAt(headers['x-amz-date']) - now) > 5 * 60_000;
      const date = { date: new Date(now).toUTCString() };
      return wrong
        ? {
            status: 400,
            body: { __type: 'InvalidSignatureException', message: 'Signature expired' },
            headers: date,
          }
        : { status: 200, body: {}, headers: date };
    };

    await call('GetItem', key);
    expect(server.requests).toHaveLength(2);
    await call('GetItem', key);
    expect(server.requests).toHaveLength(3);
  });

  it('repeats a transaction under the token of its first attempt', async () => {
    server.answer = (_, number) => (number <= 2 ? 'cut' : { status: 200, body: {} });
    const table = createDynamoDbTable({ call, tableName: 't' });

    await table.transact([{ kind: 'delete', key: { pk: 'a', sk: 'b' } }]);
    await table.transact([{ kind: 'delete', key: { pk: 'a', sk: 'b' } }]);

    const tokens = server.requests.map(({ body }) => JSON.parse(body).ClientRequestToken as string);
    expect(tokens[0]).toMatch(/^[\da-f-]{36}$/);
    expect(tokens.slice(1, 3)).toEqual([tokens[0], tokens[0]]);
    expect(tokens[3]).not.toBe(tokens[0]);
  });
});
