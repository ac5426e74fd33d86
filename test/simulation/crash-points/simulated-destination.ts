import type { OutgoingDigest, Sender } from '../../../shared/destinations/destination.ts';
import type { AttemptOutcome } from '../../../shared/domain/attempt.ts';
import type { FaultInjector } from '../../support/fault-injector.ts';

/** `cut`: it took the digest, and the answer never came. */
export type DestinationMood = 'takes' | 'busy' | 'cut' | 'gone';

export interface SimulatedDestination {
  readonly sender: Sender;
  /** How it answers the next calls, one each; then it takes everything. */
  readonly moods: DestinationMood[];
  /** Every call that came through, in order. */
  readonly received: readonly { readonly id: string; readonly body: string; readonly taken: boolean }[];
}

const answers: Readonly<Record<DestinationMood, AttemptOutcome>> = {
  takes: { outcome: 'delivered', ambiguous: false, status: 204, reason: 'taken', retryAfterMs: null },
  busy: { outcome: 'retry', ambiguous: false, status: 429, reason: 'busy', retryAfterMs: null },
  cut: { outcome: 'retry', ambiguous: true, status: null, reason: 'cut', retryAfterMs: null },
  gone: { outcome: 'gone', ambiguous: false, status: 410, reason: 'gone', retryAfterMs: null },
};

export function createDestination(injector: FaultInjector): SimulatedDestination {
  const moods: DestinationMood[] = [];
  const received: { id: string; body: string; taken: boolean }[] = [];
  const answer = async ({ digestId, body }: OutgoingDigest): Promise<AttemptOutcome> => {
    const mood = moods.shift() ?? 'takes';
    received.push({ id: digestId, body, taken: mood === 'takes' || mood === 'cut' });
    return answers[mood];
  };
  return {
    moods,
    received,
    sender: { send: (message) => injector.run('deliver', () => answer(message)) },
  };
}
