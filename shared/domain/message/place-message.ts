import { cutText } from '../text/cut-text.ts';
import { longest } from '../text/lengths.ts';
import type { DigestMessage } from './message.ts';
import { joinFacts, linesOf, soft, textOf } from './spans.ts';

/**
 * Where a message stands. `whole`: all of it in one. `channel`: the hot signals, and how many others the thread has.
 * `thread`: those others.
 */
export type MessagePlace = 'whole' | 'channel' | 'thread';

/** What of a message is said in its place. A reply has no headline: it stands under one, or in a channel by itself. */
export function placeMessage(message: DigestMessage, place: MessagePlace): DigestMessage {
  if (place === 'whole') return message;
  const { restCounts } = message;
  if (place === 'thread') {
    // The digest's own text begins with what is hot, and the message above has said that.
    const text = restCounts === null ? message.text : cutText(textOf(restCounts), longest.notification);
    return { ...message, headline: '', text, hot: [] };
  }
  const counts = restCounts === null ? [] : [linesOf([joinFacts([restCounts, [soft('in the thread')]])])];
  return { ...message, rest: counts };
}
