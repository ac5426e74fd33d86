import { mostMembers, splitIntoParts } from '../../../message/digest/split-parts.ts';
import type { MessagePlace } from '../../../message/lines/message.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';

export interface PlannedPart {
  readonly place: MessagePlace;
  readonly members: readonly OutboxEntry[];
  /** A channel's message counts what stands in its thread. */
  readonly shown: readonly OutboxEntry[];
  /** The index of its message in the channel, or of the one that it stands under. */
  readonly message: number;
  /** The index of the part that it replies to; null for a message of the channel. */
  readonly replyTo: number | null;
}

type Fits = (shown: readonly OutboxEntry[], place: MessagePlace) => boolean;

/** Cuts entries, which are in the order of their digest, into messages that fit. */
export function planParts(
  ordered: readonly OutboxEntry[],
  hasThreads: boolean,
  fits: Fits,
): readonly PlannedPart[] {
  // Unreadable items are counted under the message of the channel.
  const isTold = ({ hot, signal }: OutboxEntry): boolean => hot || signal === null;
  const told = ordered.filter(isTold);
  const rest = ordered.filter((entry) => !isTold(entry));
  // One signal alone needs no thread to keep the channel short.
  if (hasThreads && rest.length > 0 && ordered.length > 1) return planThread(told, rest, fits);
  return splitIntoParts(ordered, (members) => fits(members, 'whole')).map(wholePart);
}

function wholePart(members: readonly OutboxEntry[], message: number): PlannedPart {
  return { place: 'whole', members, shown: members, message, replyTo: null };
}

/** The last message of the channel has the thread: all messages of the thread reply to it. */
function planThread(
  told: readonly OutboxEntry[],
  rest: readonly OutboxEntry[],
  fits: Fits,
): readonly PlannedPart[] {
  const chunks = splitIntoParts(told, (members) => fits([...members, ...rest], 'channel'));
  const above = chunks.slice(0, -1);
  const last = chunks.at(-1) ?? [];
  const message = above.length;
  const inThread = (members: readonly OutboxEntry[]) => fits(members, 'thread');
  const room = mostMembers - last.length;
  const replies = splitIntoParts(rest, inThread, room > 0 ? room : mostMembers);
  return [
    ...above.map(wholePart),
    { place: 'channel', members: last, shown: [...last, ...rest], message, replyTo: null },
    ...replies.map((members) => ({
      place: 'thread' as const,
      members,
      shown: members,
      message,
      replyTo: message,
    })),
  ];
}
