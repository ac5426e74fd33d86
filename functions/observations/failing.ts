import { failure, kind } from './row.ts';

/** Failures of a whole function, and changes of alarms. */
export const failing = {
  /** A queue's message could not be handled: it comes again, and finally goes to the dead letters. */
  'message-failed': kind<{ function: string; messageId: string; problem: string }>({
    level: 'error',
    log: ['function', 'messageId', 'problem'],
    say: (failed) => failure(failed.problem, { about: failed.function }),
  }),

  /** A whole invocation failed. */
  'function-failed': kind<{ function: string; problem: string }>({
    level: 'error',
    log: ['function', 'problem'],
    say: (failed) => failure(failed.problem, { about: failed.function }),
  }),

  /** An alarm changed its state, and its message was sent. */
  'alarm-changed': kind<{
    /** Its heading in the runbook. */
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
