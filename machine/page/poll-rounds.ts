import type { FoldedLine } from '../../cli/words/what-happened/line.ts';
import { counted } from '../../shared/domain/counted.ts';
import type { Observation } from '../../shared/domain/observation.ts';

/** The polls of one or more rounds, as one line of the feed. */
export interface PollRounds {
  /** Counts an observation; returns whether the line has changed. */
  note(observation: Observation): boolean;
  line(): FoldedLine;
}

/** Rounds that find nothing share one line, so that a quiet night is one line, not five thousand. */
export function createPollRounds(): PollRounds {
  let part = 0;
  let rounds = 0;
  let buyers = 0;
  let polls = 0;
  let signals = 0;

  return {
    note(observation) {
      if (observation.kind === 'polls-planned' && observation.buyers > 0) {
        if (signals > 0) {
          part += 1;
          rounds = polls = signals = 0;
        }
        rounds += 1;
        buyers = observation.buyers;
        return true;
      }
      if (observation.kind === 'signal-recorded' && !observation.baseline) signals += 1;
      if (observation.kind !== 'buyer-polled') return false;
      polls += 1;
      return true;
    },
    line: () => ({
      // Another line begins after a round that found something.
      foldKey: `polls-${part}`,
      // The line is found again, however many lines came in between.
      foldWithin: Number.POSITIVE_INFINITY,
      write: () => ({
        tone: 'quiet',
        title: `${pollsDone(rounds, buyers, polls)}, ${signals === 0 ? 'nothing new' : counted(signals, 'new signal')}`,
        detail: null,
      }),
    }),
  };
}

function pollsDone(rounds: number, buyers: number, polls: number): string {
  // Each round has its own buyers: those that are due.
  if (rounds > 1) return `${counted(polls, 'poll')} in ${rounds} rounds`;
  // Polls of the round before may end in this one.
  if (polls > buyers) return counted(polls, 'poll');
  return polls < buyers ? `${polls} of ${buyers} buyers polled` : `${counted(polls, 'buyer')} polled`;
}
