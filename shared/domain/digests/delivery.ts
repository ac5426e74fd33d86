import type { DestinationSettings } from '../routes/route.ts';
import type { AttemptRecord } from './attempt.ts';

export const digestStates = ['FROZEN', 'SENDING', 'DELIVERED', 'DEAD', 'HELD', 'DISCARDED'] as const;
export type DigestState = (typeof digestStates)[number];

export function isFinal(state: unknown): boolean {
  return state === 'DELIVERED' || state === 'DISCARDED';
}

/** Only `digest` has signals as members. Reports tell of a period or of signals that were sent. */
export type DigestKind = 'digest' | ReportKind;
export const reportKinds = ['heartbeat', 'recap', 'reminder'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** A message of the delivery queue. */
export interface DigestPointer {
  readonly routeId: string;
  readonly slot: string;
  readonly part: number;
}

export interface DigestOutline {
  readonly headline: string;
  readonly hot: number;
  readonly buyers: readonly { readonly buyerId: string; readonly name: string | null }[];
  /** The hot signals, which can be followed up later. */
  readonly followed?: readonly FollowedSignal[] | undefined;
}

export interface FollowedSignal {
  readonly signalId: string;
  readonly buyerId: string;
  /** Its deadline ends then, by what was last known: milliseconds since the epoch; null without one. */
  readonly deadline: number | null;
}

export interface FrozenDigest extends DigestPointer {
  readonly digestId: string;
  readonly destinationType: DestinationSettings['type'];
  /** The exact bytes to send, as text. Never changed. */
  readonly body: string;
  /** Frozen with the body, and sent instead of it once the destination has rejected its form. */
  readonly plainBody?: string | undefined;
  /** The outbox keys of its signals; freezing removes them from the outbox. */
  readonly members: readonly string[];
  readonly outline: DigestOutline;
  /** The part of its slot that it is a reply to, for a destination with threads. */
  readonly replyTo?: number | undefined;
  /** The part of its slot that was created with it, as a reply to it. */
  readonly repliedBy?: number | undefined;
}

export interface DigestClaim extends Pick<FrozenDigest, 'digestId' | 'body' | 'replyTo' | 'repliedBy'> {
  readonly pointer: DigestPointer;
  readonly destinationType: string;
  readonly fence: number;
  readonly attempts: number;
  readonly outcomes: readonly AttemptRecord[];
  /** It was kept until now, because its route could not take it. */
  readonly held?: boolean | undefined;
  /** An earlier sender's lease ran out: the destination may already have the digest. */
  readonly ambiguous: boolean;
  readonly rewritable?: boolean | undefined;
  /** Milliseconds since the epoch since which its destination has only answered 429; null if it does not. */
  readonly throttledSince?: number | null | undefined;
  /** Milliseconds since the epoch; null if it is sent again, or without signals. */
  readonly oldestSeenAt?: number | null | undefined;
  /** Its destination has refused it as a reply: it is sent as a message of its own. */
  readonly alone?: boolean | undefined;
  /** The route to whose destination an operator sent it, as its owner can't be reached. */
  readonly instead?: string | undefined;
}

export type Settlement =
  /** `thread`: a reply names the message by it, where its destination has threads. */
  | { readonly to: 'DELIVERED'; readonly thread?: string | undefined }
  /**
   * `form`: from now on only the plain form is sent. `alone`: from now on a reply is sent as a message of its own.
   * `reason`: the outcome of the attempt, for listings. `throttledSince`: removed unless set, so any other outcome
   * clears it.
   */
  | {
      readonly to: 'FROZEN';
      readonly nextAttemptAt: number;
      readonly form?: 'plain';
      readonly alone?: true;
      readonly reason?: string;
      readonly throttledSince?: number;
    }
  /** An operator has to resend it. */
  | { readonly to: 'DEAD'; readonly reason: string }
  /** Its route is disabled or not in the config, or has another kind of destination. */
  | { readonly to: 'HELD'; readonly lookAgainAt: number; readonly reason: string };

/** A digest as given to a destination's sender, or a change of it there. */
export interface OutgoingDigest extends Pick<FrozenDigest, 'digestId' | 'body'> {
  readonly to: DestinationSettings;
  /** The answer to its first message named the thread. Absent: a message of its own. */
  readonly thread?: string | undefined;
  /** The call of Slack's Web API, for a bot. @default 'chat.postMessage' */
  readonly method?: 'chat.postMessage' | 'chat.update' | 'chat.postEphemeral' | undefined;
  /** The message may say how to reach the people of its signals. @default it is left out */
  readonly showsContacts?: boolean | undefined;
  /** No attempt begins later, milliseconds since the epoch: another sender may have claimed the digest by then. */
  readonly notAfter?: number | undefined;
}

/** Five attempts run at once in all (functions/wiring.ts), so a slow destination leaves three to the other routes. */
export const mostInFlight = 2;

/** Times are milliseconds since the epoch. */
export type Place =
  | { readonly kind: 'granted'; readonly holder: string; readonly timeouts: number }
  /** The limit of concurrent attempts is reached; `since`: when the last of them began. */
  | { readonly kind: 'busy'; readonly since: number }
  /** Its destination has stopped answering. */
  | { readonly kind: 'paused'; readonly until: number };

export type GrantedPlace = Extract<Place, { kind: 'granted' }>;
