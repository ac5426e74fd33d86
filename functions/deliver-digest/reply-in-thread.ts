import type { AttemptOutcome } from '../../shared/domain/digests/attempt.ts';
import type { DigestClaim, DigestPointer } from '../../shared/domain/digests/delivery.ts';
import { decideReply, type ReplyFate } from '../../shared/domain/digests/reply.ts';
import type { FunctionPorts } from '../function-ports.ts';

/** What is to become of a digest: one that is no reply is sent. */
export async function fateOfReply(
  { ledger, clock }: Pick<FunctionPorts, 'ledger' | 'clock'>,
  { pointer, replyTo, alone }: DigestClaim,
): Promise<ReplyFate> {
  if (replyTo === undefined || alone) return { kind: 'send', thread: null };
  return decideReply(await ledger.readFirstMessage({ ...pointer, part: replyTo }), clock.now());
}

/**
 * Makes the reply to a delivered message due, and returns it. The reply may have put itself off to a time that was right
 * before.
 */
export async function releaseReply(
  { ledger }: Pick<FunctionPorts, 'ledger'>,
  { pointer, repliedBy }: DigestClaim,
  now: number,
): Promise<DigestPointer | undefined> {
  if (repliedBy === undefined) return undefined;
  const reply = { ...pointer, part: repliedBy };
  return (await ledger.makeDue(reply, ['FROZEN'], now)) ? reply : undefined;
}

/**
 * Whether a reply that its destination refused is sent again as a message of its own. Once: a destination that says the
 * same of that message would use up every attempt in a moment.
 */
export function isSentAlone({ replyTo, alone }: DigestClaim, { threadRefused }: AttemptOutcome): boolean {
  return threadRefused === true && replyTo !== undefined && !alone;
}
