import { describe, expect, it } from 'vitest';
import { readPlace } from '../../../shared/runtime/aws/aws-environment.ts';
import { dynamoDb, secretsManager, sqs } from '../../../shared/runtime/aws/services.ts';

const environment = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };

describe('where a service of AWS is called', () => {
  it.each([
    [dynamoDb, 'eu-west-1', 'https://dynamodb.eu-west-1.amazonaws.com/'],
    [sqs, 'us-gov-west-1', 'https://sqs.us-gov-west-1.amazonaws.com/'],
    [secretsManager, 'cn-north-1', 'https://secretsmanager.cn-north-1.amazonaws.com.cn/'],
    [dynamoDb, 'eusc-de-east-1', 'https://dynamodb.eusc-de-east-1.amazonaws.eu/'],
  ])('is its address in the region', (service, region, address) => {
    expect(readPlace(service, { ...environment, AWS_REGION: region }).endpoint.href).toBe(address);
  });

  it('is what the environment says, of this service before that of all', () => {
    const all = { ...environment, AWS_ENDPOINT_URL: 'http://127.0.0.1:1' };
    const one = { ...all, AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:2/' };
    expect(readPlace(sqs, all).endpoint.href).toBe('http://127.0.0.1:1/');
    expect(readPlace(sqs, one).endpoint.href).toBe('http://127.0.0.1:2/');
    expect(readPlace(dynamoDb, one).endpoint.href).toBe('http://127.0.0.1:1/');
  });
});
