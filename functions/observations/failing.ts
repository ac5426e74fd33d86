import { failure, kind } from './row.ts';

export const failing = {
  /** The message comes again, and finally goes to the dead letters. */
  'message-failed': kind<{ function: string; messageId: string; problem: string }>({
    level: 'error',
    log: ['function', 'messageId', 'problem'],
    say: (failed) => failure(failed.problem, { about: failed.function }),
  }),

  'function-failed': kind<{ function: string; problem: string }>({
    level: 'error',
    log: ['function', 'problem'],
    say: (failed) => failure(failed.problem, { about: failed.function }),
  }),

  'alarm-changed': kind<{
    alarm: string;
    state: string;
    status: number | null;
  }>({
    level: 'info',
    log: ['alarm', 'state', 'status'],
    // The alarm has its own message, and there are no alarms on one machine.
    say: null,
  }),
};
