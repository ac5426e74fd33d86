import type { DigestMessage } from './message.ts';
import { joinFacts, linesOf, soft } from './spans.ts';

/**
 * Where a message stands. `whole`: all of it in one. `channel`: the hot signals, and how many others the thread has.
 * `thread`: those others.
 */
export type MessagePlace = 'whole' | 'channel' | 'thread';

/** What of a message is said in its place. A reply has no headline: it stands under one, or in a channel by itself. */
export function placeMessage(message: DigestMessage, place: MessagePlace): DigestMessage {
  if (place === 'whole') return message;
  if (place === 'thread') return { ...message, headline: '', hot: [] };
  const { restCounts } = message;
  const counts = restCounts === null ? [] : [linesOf([joinFacts([restCounts, [soft('in the thread')]])])];
  return { ...message, rest: counts };
}
