/** A service of AWS that is called by its JSON protocol. */
export interface AwsService {
  /** In its host name and in its signatures. */
  readonly id: string;
  /** The environment variable with another address, as the SDK reads it. */
  readonly endpointVariable: string;
  /** Before the operation's name, in the header `x-amz-target`. */
  readonly target: string;
  readonly jsonVersion: '1.0' | '1.1';
  /** Of an operation that its token makes repeatable: the field of its input that takes the token. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** The SDK's. */
  readonly retries: {
    /** The first attempt included. */
    readonly attempts: number;
    /** The longest pause before the second attempt; doubled before each later one. */
    readonly pauseMs: number;
  };
}

export const dynamoDb: AwsService = {
  id: 'dynamodb',
  endpointVariable: 'AWS_ENDPOINT_URL_DYNAMODB',
  target: 'DynamoDB_20120810',
  jsonVersion: '1.0',
  tokens: { TransactWriteItems: 'ClientRequestToken' },
  retries: { attempts: 4, pauseMs: 25 },
};

export const sqs: AwsService = {
  id: 'sqs',
  endpointVariable: 'AWS_ENDPOINT_URL_SQS',
  target: 'AmazonSQS',
  jsonVersion: '1.0',
  retries: { attempts: 3, pauseMs: 50 },
};

export const secretsManager: AwsService = {
  id: 'secretsmanager',
  endpointVariable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  target: 'secretsmanager',
  jsonVersion: '1.1',
  retries: { attempts: 3, pauseMs: 50 },
};
