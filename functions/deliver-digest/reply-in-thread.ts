import type { Clock } from '../../shared/domain/clock.ts';
import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import type { DigestClaim, DigestPointer, DigestState } from '../../shared/domain/digests/delivery.ts';
import { decideReply, type FirstMessage, type ReplyFate } from '../../shared/domain/digests/reply.ts';

/** A digest that is a reply waits for the message that it stands under, and that message makes it due. */
export interface ReplyPorts {
  readonly clock: Clock;
  /** The message that a reply stands under; null when it is kept no more. */
  readonly readFirstMessage: (pointer: DigestPointer) => Promise<FirstMessage | null>;
  /** Makes a reply due that waited for its first message. */
  readonly makeDue: (pointer: DigestPointer, from: readonly DigestState[], now: number) => Promise<boolean>;
}

/** What is to become of a digest: one that is no reply is sent. */
export async function fateOfReply(
  { readFirstMessage, clock }: ReplyPorts,
  { pointer, replyTo, alone }: DigestClaim,
): Promise<ReplyFate> {
  if (replyTo === undefined || alone) return { kind: 'send', thread: null };
  return decideReply(await readFirstMessage({ ...pointer, part: replyTo }), clock.now());
}

/**
 * Makes the reply to a delivered message due, and returns it. The reply may have put itself off to a time that was right
 * before.
 */
export async function releaseReply(
  { makeDue }: ReplyPorts,
  { pointer, repliedBy }: DigestClaim,
  now: number,
): Promise<DigestPointer | undefined> {
  if (repliedBy === undefined) return undefined;
  const reply = { ...pointer, part: repliedBy };
  return (await makeDue(reply, ['FROZEN'], now)) ? reply : undefined;
}

/**
 * Whether a reply that its destination refused is sent again as a message of its own. Once: a destination that says the
 * same of that message would use up every attempt in a moment.
 */
export function isSentAlone({ replyTo, alone }: DigestClaim, { threadRefused }: AttemptOutcome): boolean {
  return threadRefused === true && replyTo !== undefined && !alone;
}
