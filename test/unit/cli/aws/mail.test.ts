import { describe, expect, it, vi } from 'vitest';
import { openAccount } from '../../../../cli/aws/account.ts';
import { checkMail } from '../../../../cli/doctor/check-account.ts';
import { startAwsServer } from '../../../support/aws/aws-server.ts';
import { fakeAccount } from '../fake-account.ts';

const topic = 'arn:aws:sns:eu-west-1:111122223333:signalpost-dev-LastResort';
const manifest = { mailTopic: topic };
const check = (options: Parameters<typeof fakeAccount>[0]) =>
  checkMail({ stage: 'dev', config: 'signalpost.config.ts' }, 'ops@example.com', fakeAccount(options));

describe("the check of the alarms' mail", () => {
  it('is well once the address has confirmed, and before the first deploy', async () => {
    expect(await check({ manifest })).toMatchObject({ state: 'ok' });
    expect(await check({})).toMatchObject({ state: 'ok' });
  });

  it('fails until then, and says how to get a new mail', async () => {
    expect(await check({ manifest, isMailConfirmed: false })).toEqual({
      state: 'failed',
      found: expect.stringContaining('ops@example.com has not confirmed and gets no alarm'),
      fix: expect.stringContaining(
        `aws sns subscribe --topic-arn ${topic} --protocol email --notification-endpoint ops@example.com`,
      ),
    });
  });

  it('warns where the alarms were deployed without the address', async () => {
    expect(await check({ manifest: {} })).toMatchObject({
      state: 'warning',
      fix: 'npm run -s signalpost -- deploy --stage dev',
    });
  });
});

it("asks whether this address has confirmed: anybody's subscription of the topic says nothing of it", async () => {
  const aws = await startAwsServer();
  const account = { AWS_ENDPOINT_URL: aws.endpoint, AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'test' };
  for (const [name, value] of Object.entries({ ...account, AWS_SECRET_ACCESS_KEY: 'test' }))
    vi.stubEnv(name, value);
  const subscribed = { 'ops@example.com': 'PendingConfirmation', 'else@example.com': `${topic}:1` };
  const members = Object.entries(subscribed).map(
    ([endpoint, arn]) =>
      `<member><Endpoint>${endpoint}</Endpoint><SubscriptionArn>${arn}</SubscriptionArn></member>`,
  );
  const page = (part: string) =>
    `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult>${part}</ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`;
  aws.answer = ({ body }) => ({
    status: 200,
    // A topic with more than a hundred has a second page.
    body: body.includes('NextToken')
      ? page(`<Subscriptions>${members.join('')}</Subscriptions>`)
      : page('<Subscriptions></Subscriptions><NextToken>more</NextToken>'),
  });
  const { isMailConfirmed } = openAccount();

  expect(await isMailConfirmed(topic, 'ops@example.com')).toBe(false);
  expect(await isMailConfirmed(topic, 'else@example.com')).toBe(true);
  vi.unstubAllEnvs();
  await aws.close();
});
