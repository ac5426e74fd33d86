import type { MailSubscription } from '../aws/mail-subscription.ts';

/** Whom to ask so that alarms arrive by mail; null when the address has confirmed. `unknown`: it may not be looked up. */
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
      return `Alarms do not reach ${address}: it is not subscribed. ${doctor} tells how to subscribe it again.`;
    case 'pending':
      return `Alarms do not reach ${address} yet: ask its reader to follow the link in AWS's mail within 48 hours. ${doctor} tells whether it was followed.`;
    case 'unknown':
      return `Ask the reader of ${address} whether the link in AWS's mail was followed: without that no alarm arrives there. ${doctor} tells, too.`;
  }
}
