import { failure, kind, notice, progress } from './row.ts';

/** An unsigned call is not observed: it must cost nothing. */
export const inbound = {
  'call-taken': kind<{ path: string }>({
    level: 'info',
    log: ['path'],
    say: ({ path }) => progress('taken', { about: path, amount: [1, 'call'] }),
  }),

  'call-ignored': kind<{ path: string; reason: string }>({
    level: 'warn',
    log: ['path', 'reason'],
    say: ({ path, reason }) => notice(`ignored a signed call: ${reason}`, { about: path }),
  }),

  /** The secret of calls can't be read or used: observed once a minute. */
  'inbound-closed': kind<{ problem: string }>({
    level: 'error',
    log: ['problem'],
    say: ({ problem }) => failure(problem, { about: 'calls from outside are answered 503' }),
  }),
};
