import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';

/** `pending`: AWS has asked the address, whose reader has not followed the link yet; after 48 hours it is `missing`. */
export type MailSubscription = 'confirmed' | 'pending' | 'missing';

/** Whether an address gets the mail of a topic. Rejects with what the SDK throws. */
export async function readMailSubscription(
  client: SNSClient,
  topicArn: string,
  address: string,
): Promise<MailSubscription> {
  let NextToken: string | undefined;
  let found: MailSubscription = 'missing';
  do {
    const page = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn: topicArn, NextToken }));
    for (const { Protocol, Endpoint, SubscriptionArn = '' } of page.Subscriptions ?? []) {
      if (Protocol !== 'email' || Endpoint?.toLowerCase() !== address.toLowerCase()) continue;
      // SNS has a word instead of the name while a subscription waits, and after it was taken away.
      if (SubscriptionArn.startsWith('arn:')) return 'confirmed';
      if (SubscriptionArn === 'PendingConfirmation') found = 'pending';
    }
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return found;
}
