import { destinations } from '../../shared/destinations/destinations.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { isRefused, type ReceivedMessage } from '../receiver/received-message.ts';
import { badLine, type LineText } from '../words/what-happened/line.ts';
import type { Told } from '../words/what-happened.ts';
import type { FeedEntry } from './feed.ts';
import { createPollRounds } from './poll-rounds.ts';

export interface FeedWriter {
  /** `buyer`: the name of the buyer that it is about. */
  entriesOf(observation: Observation, told: Told, buyer: string): FeedEntry[];
}

/** Says what happens in lines; the polls of a round go into one line that counts. */
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

/** What the receiver has to say beyond the attempt's own line: a refusal, or a digest's second coming. */
export function receivedEntries(message: ReceivedMessage): FeedEntry[] {
  if (isRefused(message)) {
    const found = message.signature === 'none' ? 'it carried no signature' : 'its signature did not hold';
    return [{ step: 'deliver', line: badLine('The receiver refused a message', found) }];
  }
  if (!message.duplicate) return [];
  const { dropsRepeats, label } = destinations[message.kind];
  const line: LineText = dropsRepeats
    ? { tone: 'quiet', title: 'A digest came twice, taken once', detail: 'known by its webhook-id' }
    : { tone: 'warn', title: `A digest stands in ${label} twice`, detail: 'the same id in both footers' };
  return [{ step: 'deliver', line }];
}
