import type { DestinationSettings } from '../../shared/domain/routes/route.ts';

/** A message to this machine's receiver, after it was answered. */
export interface ReceivedMessage {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: DestinationSettings['type'];
  /** The JSON as received; null if the signature was invalid: unverified content is not shown. */
  readonly body: unknown;
  /** The `webhook-id`, or the beginning of the id, which a Slack message's footer has. */
  readonly digestId: string | null;
  /** `none`: Slack's messages carry no signature, and a webhook may come without one (it is rejected). */
  readonly signature: 'valid' | 'invalid' | 'none';
  /** The same digest arrived before. A webhook's receiver drops it by its id; Slack shows it a second time. */
  readonly duplicate: boolean;
}

/** The message was rejected and may be forged: none of it is shown, not even the id of its digest. */
export function isRefused({ body, signature }: ReceivedMessage): boolean {
  return body === null && signature !== 'valid';
}
