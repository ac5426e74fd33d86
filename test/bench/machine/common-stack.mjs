// What a function of this kind usually loads, to compare imports with: the AWS clients, Powertools with its tracer, zod and
// Slack's client.
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { Tracer } from '@aws-lambda-powertools/tracer';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { WebClient } from '@slack/web-api';
import { z } from 'zod';

const event = z.looseObject({ slot: z.string().optional(), buyerIds: z.array(z.uuid()) });

export async function handler(given) {
  const clients = [DynamoDBClient, SecretsManagerClient, SQSClient, WebClient, Logger, Metrics, Tracer];
  return { event: event.parse(given), clients: clients.map((Client) => new Client()) };
}
