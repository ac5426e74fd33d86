import type { DestinationSettings } from '../../shared/domain/routes/route.ts';

/** What arrived at the stand-in for a destination, after it was answered. */
export interface ReceivedMessage {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: DestinationSettings['type'];
  /** The JSON as received; null where the signature did not hold: what is not verified is not shown. */
  readonly body: unknown;
  /** The `webhook-id`, or the id in a Slack message's footer. */
  readonly digestId: string | null;
  /** `none`: Slack's messages carry no signature, and a webhook may come without one (it is refused). */
  readonly signature: 'valid' | 'invalid' | 'none';
  /**
   * The same digest came before. A webhook's receiver drops it by its id; in Slack, which has no
   * idempotency, the channel shows it a second time.
   */
  readonly duplicate: boolean;
}

/** It was answered with a refusal, and could have come from anybody: none of it is shown, not even which digest it names. */
export function isRefused({ body, signature }: ReceivedMessage): boolean {
  return body === null && signature !== 'valid';
}
