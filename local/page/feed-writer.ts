import { destinations } from '../../shared/destinations/destinations.ts';
import { counted } from '../../shared/domain/counted.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { isRefused, type ReceivedMessage } from '../receiver/received-message.ts';
import type { BuyerNames } from './buyer-names.ts';
import type { FeedEntry } from './feed.ts';
import { createPollRounds } from './poll-rounds.ts';
import {
  attemptLine,
  damagedLine,
  failureLine,
  frozenLine,
  heartbeatLine,
  missedLine,
  rewrittenLine,
  setAsideLine,
  signalLine,
  summaryLine,
} from './sentences.ts';
import { stageOfFunction } from './stages.ts';
import type { LineText, StageName } from './view-model.ts';

export interface FeedWriter {
  entriesOf(observation: Observation): FeedEntry[];
}

/** Says what happens in lines; what happens often goes into one line that counts. */
export function createFeedWriter(names: BuyerNames): FeedWriter {
  const rounds = createPollRounds();
  const roundEntry = () => foldedFromAfar(folded(rounds.key, 'poll', () => rounds.line()));

  function entriesOf(observation: Observation): FeedEntry[] {
    switch (observation.kind) {
      case 'polls-planned':
        if (observation.buyers === 0) return [];
        rounds.planned(observation.buyers);
        return [roundEntry()];
      case 'buyer-polled':
        rounds.polled();
        // What is missing from a list is told as a failed poll.
        return observation.accepted || observation.missing !== undefined
          ? [roundEntry()]
          : [roundEntry(), unacceptedEntry(observation.readings)];
      case 'signal-recorded':
        if (observation.baseline) return [baselineEntry];
        rounds.found();
        return [once('record', signalLine(observation))];
      case 'summary-fetched':
        return [summaryEntry(observation.result)];
      case 'digest-frozen':
        return [once('freeze', frozenLine(observation))];
      case 'heartbeat-frozen':
        return [once('freeze', heartbeatLine(observation))];
      case 'tally-lost':
        return [failure('poll', 'Counts for the next heartbeat are lost', observation.problem)];
      case 'digest-attempted':
        return [once('deliver', attemptLine(observation))];
      case 'route-disabled':
        return [once('deliver', failureLine(`Route ${observation.routeId} is disabled`, observation.reason))];
      case 'digest-held':
        return [failure('deliver', `A digest for ${observation.routeId} is kept unsent`, observation.reason)];
      case 'digest-rewritten':
        return [once('deliver', rewrittenLine(observation))];
      case 'signals-damaged':
        return [once('freeze', damagedLine(observation))];
      case 'signals-set-aside':
        return [once('freeze', setAsideLine(observation))];
      case 'message-failed':
      case 'function-failed':
        return [
          failure(
            stageOfFunction(observation.function),
            `${observation.function} failed`,
            observation.problem,
          ),
        ];
      case 'upstream-requested':
      case 'upstream-throttled':
      case 'alarm-told':
        return [];
      case 'upstream-paused':
        return [
          once('poll', failureLine('The API is not called for a while', pauseWords[observation.reason])),
        ];
      case 'lane-paused':
        return [once('record', failureLine(`${laneWords[observation.lane]} paused`, 'Most calls failed'))];
      case 'polls-cut-short':
        return [failure('poll', 'Some buyers are not polled this time', observation.problem)];
      case 'polls-skipped':
        return [failure('plan', 'Nobody is polled this time', observation.problem)];
      case 'swept':
        return observation.digests > 0 ? [sweptEntry(observation.digests)] : [];
      case 'pending-checked':
        return (observation.vanishedRoutes ?? 0) > 0
          ? [failure('freeze', 'Something is kept for a route that the config has no more', vanishedWords)]
          : [];
      case 'announcement-missed':
        return [once('plan', missedLine(names.nameOf(observation.buyerId)))];
      case 'plan-failed':
        return [failure('plan', 'A bridge could not be read', observation.problem)];
      case 'poll-failed':
        return [failure('poll', `Could not poll ${names.nameOf(observation.buyerId)}`, observation.problem)];
      case 'hotness-failed':
        return [
          failure('record', `Hotness unknown: ${names.nameOf(observation.buyerId)}`, observation.problem),
        ];
      case 'summary-failed':
        return [failure('record', `No summary of ${names.nameOf(observation.buyerId)}`, observation.problem)];
    }
  }

  return { entriesOf };
}

const vanishedWords = 'signalpost routes shows it; hand it over to another route, or discard it';

/** What the receiver has to say beyond the attempt's own line: a refusal, or a digest's second coming. */
export function receivedEntries(message: ReceivedMessage): FeedEntry[] {
  if (isRefused(message)) {
    const found = message.signature === 'none' ? 'it carried no signature' : 'its signature did not hold';
    return [once('deliver', failureLine('The receiver refused a message', found))];
  }
  if (!message.duplicate) return [];
  const { dropsRepeats, label } = destinations[message.kind];
  const line: LineText = dropsRepeats
    ? { tone: 'quiet', title: 'A digest came twice, taken once', detail: 'known by its webhook-id' }
    : { tone: 'warn', title: `A digest stands in ${label} twice`, detail: 'the same id in both footers' };
  return [once('deliver', line)];
}

const laneWords = { ranks: 'Hotness order', summaries: 'Summaries' } as const;

const pauseWords = {
  failing: 'more than half of the last calls failed',
  rejected: 'it rejects the access token',
} as const;

const baselineEntry = foldedFromAfar(
  folded('baseline', 'record', (count) => ({
    tone: 'quiet',
    title: `${counted(count, 'signal')} known from before, not sent`,
    detail: 'the first scan of a buyer is its baseline',
  })),
);

function unacceptedEntry(readings: number): FeedEntry {
  return folded('unaccepted', 'poll', (count) => ({
    tone: 'warn',
    title: `${counted(count, 'list')} kept moving while being read`,
    detail: `read ${counted(readings, 'time')}, and again at the next poll; nothing is lost`,
  }));
}

function summaryEntry(result: 'ready' | 'pending' | 'none'): FeedEntry {
  return folded(`summary-${result}`, 'record', (count) => summaryLine(result, count));
}

function sweptEntry(digests: number): FeedEntry {
  return folded('swept', 'freeze', () => ({
    tone: 'quiet',
    title: `The sweep sent ${counted(digests, 'due digest')} on`,
    detail: null,
  }));
}

function failure(stage: StageName, title: string, problem: string): FeedEntry {
  return folded(`${stage} ${problem}`, stage, (count) => failureLine(title, problem, count));
}

function once(stage: StageName, text: LineText): FeedEntry {
  return { stage, write: () => text };
}

function folded(foldKey: string, stage: StageName, write: FeedEntry['write']): FeedEntry {
  return { foldKey, stage, write };
}

/** For what is one story however many lines it brings: a round of polls, the baseline. */
function foldedFromAfar(entry: FeedEntry): FeedEntry {
  return { ...entry, foldWithin: Number.POSITIVE_INFINITY };
}
