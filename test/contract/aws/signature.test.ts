import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callThroughSdk } from '../../../cli/aws/call-dynamodb.ts';
import { dynamoDb, secretsManager, sqs } from '../../../shared/runtime/aws/services.ts';
import { signRequest } from '../../../shared/runtime/aws/sign-request.ts';
import { type AwsServer, startAwsServer } from '../../support/aws/aws-server.ts';

const region = 'ap-southeast-2';
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalr/XUtn+FEMI',
  sessionToken: 'Fwo/GZ==',
};

describe('the functions and the SDK', () => {
  let server: AwsServer;
  beforeAll(async () => {
    server = await startAwsServer();
  });
  afterAll(() => server.close());

  it.each(['', 'plain', 'grüße \u{1F600} \u0000 "quoted"', 'x'.repeat(100_000)])(
    'sign the same request alike (%#)',
    async (text) => {
      const call = callThroughSdk(new DynamoDBClient({ endpoint: server.endpoint, region, credentials }));
      await call('PutItem', { TableName: 't', Item: { pk: { S: text } } });

      const sent = server.requests.at(-1);
      const { authorization = '', host = '' } = sent?.headers ?? {};
      const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? [];
      const date = String(sent?.headers['x-amz-date']);
      const now = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
      const headers = Object.fromEntries(names.map((name) => [name, String(sent?.headers[name])]));
      const signed = signRequest({
        url: new URL(`http://${host}/`),
        headers,
        body: sent?.body ?? '',
        service: 'dynamodb',
        region,
        credentials,
        now,
      });
      expect(names.length).toBeGreaterThan(3);
      expect(signed.authorization).toBe(authorization);
    },
  );

  it('make as many attempts', async () => {
    const settings = { region, credentials };
    expect({
      dynamoDb: await new DynamoDBClient(settings).config.maxAttempts(),
      sqs: await new SQSClient(settings).config.maxAttempts(),
      secretsManager: await new SecretsManagerClient(settings).config.maxAttempts(),
    }).toEqual({
      dynamoDb: dynamoDb.retries.attempts,
      sqs: sqs.retries.attempts,
      secretsManager: secretsManager.retries.attempts,
    });
  });
});
