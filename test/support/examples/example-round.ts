import type { Round } from '../../../shared/domain/routes/round.ts';

/** One message with one signal, created at `at`, in milliseconds since the epoch. */
export function exampleRound(at: number): Round {
  return {
    at,
    createdAt: at,
    parts: 1,
    messages: 1,
    signals: 1,
    hot: 0,
    inQuietHours: 0,
    more: false,
  };
}
