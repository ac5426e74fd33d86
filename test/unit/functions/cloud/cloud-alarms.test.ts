import { afterEach, expect, it, vi } from 'vitest';
import { cloudAlarms } from '../../../../functions/cloud/cloud-ports.ts';
import { startAwsServer } from '../../../support/aws/aws-server.ts';

afterEach(() => vi.unstubAllEnvs());

const message = {
  AlarmName: 'polling-fails',
  AlarmDescription: '',
  NewStateValue: 'ALARM',
  OldStateValue: 'OK',
  StateChangeTime: '2026-11-21T08:00:00Z',
  NewStateReason: '',
};

it('hands an alarm to each topic of the deployment, and to no later one where one fails: it is told again', async () => {
  const aws = await startAwsServer();
  const account = { AWS_ENDPOINT_URL: aws.endpoint, AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'test' };
  const stage = { SIGNALPOST_STAGE: 'dev', SIGNALPOST_ALARM_TOPICS: 'arn:pager arn:own' };
  for (const [name, value] of Object.entries({ ...account, AWS_SECRET_ACCESS_KEY: 'test', ...stage }))
    vi.stubEnv(name, value);
  const publish = cloudAlarms();
  const told = () => aws.requests.map(({ body }) => new URLSearchParams(body).get('TopicArn'));

  aws.answer = () => ({ status: 200, body: '<PublishResponse><PublishResult/></PublishResponse>' });
  await publish?.(message);
  expect(told()).toEqual(['arn:pager', 'arn:own']);

  aws.answer = () => ({
    status: 403,
    body: '<ErrorResponse><Error><Code>KMSAccessDenied</Code></Error></ErrorResponse>',
  });
  await expect(publish?.(message)).rejects.toThrow();
  expect(told()).toEqual(['arn:pager', 'arn:own', 'arn:pager']);
  await aws.close();
});

it('hands alarms to nobody where the deployment named no topic', () => {
  vi.stubEnv('SIGNALPOST_ALARM_TOPICS', undefined);

  expect(cloudAlarms()).toBeUndefined();
});
