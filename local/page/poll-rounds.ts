import { counted } from '../../shared/domain/counted.ts';
import type { LineText } from './view-model.ts';

/** The polls of one or more rounds that stand in one line of the feed. */
export interface PollRounds {
  planned(buyers: number): void;
  polled(): void;
  found(): void;
  /** Which line the rounds so far belong in: another one begins after a round that found something. */
  readonly key: string;
  line(): LineText;
}

/** Rounds that find nothing share one line, so that a quiet night is one line, not five thousand. */
export function createPollRounds(): PollRounds {
  let part = 0;
  let rounds = 0;
  let buyers = 0;
  let polls = 0;
  let signals = 0;

  return {
    get key() {
      return `polls-${part}`;
    },
    planned(count) {
      if (signals > 0) {
        part += 1;
        rounds = polls = signals = 0;
      }
      rounds += 1;
      buyers = count;
    },
    polled() {
      polls += 1;
    },
    found() {
      signals += 1;
    },
    line() {
      const result = signals === 0 ? 'nothing new' : counted(signals, 'new signal');
      return { tone: 'quiet', title: `${pollsDone(rounds, buyers, polls)}, ${result}`, detail: null };
    },
  };
}

function pollsDone(rounds: number, buyers: number, polls: number): string {
  if (rounds <= 1)
    return polls < buyers ? `${polls} of ${buyers} buyers polled` : `${counted(polls, 'buyer')} polled`;
  // Each round has its own buyers: those that are due.
  return `${counted(polls, 'poll')} in ${rounds} rounds`;
}
