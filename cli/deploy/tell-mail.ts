import type { MailSubscription } from '../aws/mail-subscription.ts';

/** How to get alarms by mail; null if the address has confirmed. `unknown`: the role may not look it up. */
export function tellMail(
  stage: string,
  address: string,
  subscription: MailSubscription | 'unknown',
): string | null {
  const doctor = `signalpost doctor --stage ${stage}`;
  switch (subscription) {
    case 'confirmed':
      return null;
    case 'missing':
      return `Alarms do not reach ${address}: it is not subscribed. ${doctor} shows how to subscribe it again.`;
    case 'pending':
      return `Alarms do not reach ${address} yet: ask its reader to follow the link in AWS's mail within 48 hours. ${doctor} shows whether it was followed.`;
    case 'unknown':
      return `Ask the reader of ${address} whether they followed the link in AWS's mail: until then, no alarm arrives there. ${doctor} shows it too.`;
  }
}
