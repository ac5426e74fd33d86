import { ListSubscriptionsByTopicCommand, type SNSClient } from '@aws-sdk/client-sns';

/** `pending`: AWS sent a mail whose link was not followed yet; after 48 hours the subscription is `missing`. */
export type MailSubscription = 'confirmed' | 'pending' | 'missing';

/** Whether an address is subscribed to the mail of a topic. Rejects with the SDK's error. */
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
      // SNS has a word in place of the ARN while a subscription is unconfirmed, and after it was deleted.
      if (SubscriptionArn.startsWith('arn:')) return 'confirmed';
      if (SubscriptionArn === 'PendingConfirmation') found = 'pending';
    }
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return found;
}
