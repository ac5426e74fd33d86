import type { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { describe, expect, it } from 'vitest';
import { readMailSubscription } from '../../../cli/aws/account.ts';
import { checkMail } from '../../../cli/doctor/check-account.ts';
import { fakeAccount } from './fake-account.ts';

const topic = 'arn:aws:sns:eu-west-1:111122223333:signalpost-dev-monitoring-LastResort';
const stacks = {
  'signalpost-dev-monitoring': { status: 'UPDATE_COMPLETE', outputs: { MailTopicArn: topic } },
};
const check = (options: Parameters<typeof fakeAccount>[0]) =>
  checkMail('dev', 'ops@example.com', fakeAccount(options)).run();

describe("the check of the alarms' mail", () => {
  it('is well once the address has confirmed, and before the first deploy', async () => {
    expect(await check({ stacks, mail: 'confirmed' })).toMatchObject({ state: 'ok' });
    expect(await check({})).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['pending', 'ops@example.com has not confirmed yet'],
    ['missing', 'ops@example.com is not subscribed'],
  ] as const)(
    'fails on a subscription that is %s, and says how to get a new mail',
    async (mail, sentence) => {
      expect(await check({ stacks, mail })).toEqual({
        state: 'failed',
        found: expect.stringContaining(sentence),
        fix: expect.stringContaining(
          `aws sns subscribe --topic-arn ${topic} --protocol email --notification-endpoint ops@example.com`,
        ),
      });
    },
  );

  it('warns where the alarms were deployed without the address', async () => {
    const earlier = { 'signalpost-dev-monitoring': { status: 'CREATE_COMPLETE', outputs: {} } };
    expect(await check({ stacks: earlier })).toMatchObject({
      state: 'warning',
      fix: 'npm run deploy -- --stage dev',
    });
  });
});

describe('the subscription of an address', () => {
  const read = (...pages: readonly (readonly (readonly [string, string, string])[])[]) => {
    const send = async ({ input }: ListSubscriptionsByTopicCommand) => {
      expect(input.TopicArn).toBe(topic);
      const at = Number(input.NextToken ?? 0);
      const Subscriptions = (pages[at] ?? []).map(([Protocol, Endpoint, SubscriptionArn]) => ({
        Protocol,
        Endpoint,
        SubscriptionArn,
      }));
      return { Subscriptions, ...(at + 1 < pages.length && { NextToken: String(at + 1) }) };
    };
    return readMailSubscription({ send } as unknown as SNSClient, topic, 'Ops@example.com');
  };

  it('is confirmed once it has a name, on whichever page', async () => {
    const others = ['email', 'dev@example.com', `${topic}:1`] as const;
    expect(await read([others], [['email', 'ops@example.com', `${topic}:2`]])).toBe('confirmed');
  });

  it('is pending until then, and missing when it is gone or somebody else has it', async () => {
    expect(await read([['email', 'ops@example.com', 'PendingConfirmation']])).toBe('pending');
    expect(await read([['email', 'ops@example.com', 'Deleted']])).toBe('missing');
    expect(await read([['sms', 'ops@example.com', `${topic}:1`]])).toBe('missing');
    expect(await read([])).toBe('missing');
  });
});
