import { badLine, type LineText } from '../../cli/words/what-happened/line.ts';
import type { Told } from '../../cli/words/what-happened.ts';
import { destinations } from '../../shared/destinations/destinations.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { isRefused, type ReceivedMessage } from '../receiver/received-message.ts';
import type { FeedEntry } from './feed.ts';
import { createPollRounds } from './poll-rounds.ts';

export interface FeedWriter {
  /** `buyer`: the name of the buyer that it is about. */
  entriesOf(observation: Observation, told: Told, buyer: string): FeedEntry[];
}

/** Turns observations into lines. The polls of a round share one line, which counts them. */
export function createFeedWriter(): FeedWriter {
  const rounds = createPollRounds();
  return {
    entriesOf(observation, told, buyer) {
      const line = told.line(buyer);
      const own = line === null ? [] : [{ step: told.step, line }];
      return rounds.note(observation) ? [{ step: 'poll', line: rounds.line() }, ...own] : own;
    },
  };
}

/** The lines for what only the receiver knows: it rejected a message, or a digest arrived twice. */
export function receivedEntries(message: ReceivedMessage): FeedEntry[] {
  if (isRefused(message)) {
    const found = message.signature === 'none' ? 'it had no signature' : 'its signature was invalid';
    return [{ step: 'deliver', line: badLine('The receiver rejected a message', found) }];
  }
  if (!message.duplicate) return [];
  const { dropsRepeats, label } = destinations[message.kind];
  const line: LineText = dropsRepeats
    ? {
        tone: 'quiet',
        title: 'A digest arrived twice, accepted once',
        detail: 'recognized by its webhook-id',
      }
    : { tone: 'warn', title: `A digest appears in ${label} twice`, detail: 'both footers have the same id' };
  return [{ step: 'deliver', line }];
}
