import type { ClickKind } from '../../shared/domain/clicks/click.ts';
import { type AttemptOutcome, isAccepted, isHtmlPage } from '../../shared/domain/digests/attempt.ts';
import { shortId } from '../../shared/domain/digests/digest-id.ts';
import { type Context, failure, kind, notice, progress, type Sentence } from './row.ts';

export const delivering = {
  'digest-frozen': kind<{
    routeId: string;
    digestId: string;
    /** The slot at which its route was composed, not the tick that polled. */
    slot?: string;
    signalIds?: readonly string[];
    part: number;
    signals: number;
  }>({
    level: 'info',
    log: ['routeId', 'slot', 'part', 'signals', 'signalIds'],
    count: () => ({ digestsFrozen: 1 }),
    say: ({ digestId, signals }) =>
      progress(`in new digest ${shortId(digestId)}`, { amount: [signals, 'signal'] }),
  }),

  'report-frozen': kind<{ routeId: string; digestId: string; report: string }>({
    level: 'info',
    log: ['routeId', 'report'],
    count: () => ({ digestsFrozen: 1 }),
    say: ({ digestId, report }) => progress(`${report} ${shortId(digestId)} created`),
  }),

  'signals-set-aside': kind<{ routeId: string; signals: number }>({
    level: 'warn',
    log: ['routeId', 'signals'],
    say: ({ routeId, signals }, { command }) =>
      notice(`held over the flood limit; to send them: ${command(`resend ${routeId}`)}`, {
        amount: [signals, 'signal'],
      }),
  }),

  /** The ledger can't read their content. Their digest only counts them. */
  'signals-damaged': kind<{ routeId: string; digestId: string; signalIds: readonly string[] }>({
    level: 'error',
    log: ['routeId', 'signalIds'],
    say: ({ signalIds }) =>
      failure(
        `these signals can't be read from the ledger, so their digest states only their number: ${signalIds.join(', ')}`,
      ),
  }),

  swept: kind<{ digests: number; summaries: number }>({
    level: 'debug',
    log: ['digests', 'summaries'],
    say: ({ digests }) => (digests === 0 ? null : progress('queued', { amount: [digests, 'due digest'] })),
  }),

  /** CloudWatch counts sweeps that ended without a failure. */
  'sweep-ended': kind<Record<never, never>>({ level: 'debug', log: [], say: null }),

  /** `raised` has `name` or `name:route`. */
  'alerts-judged': kind<{
    raised: readonly string[];
    /** The age of the oldest overdue entry or digest of a route that sends; 0 if none is. */
    overdueSeconds: number;
  }>({
    level: ({ raised }) => (raised.length > 0 ? 'warn' : 'debug'),
    log: ['raised', 'overdueSeconds'],
    // A run and `status` tell of alerts, with what to do.
    say: null,
  }),

  'digest-attempted': kind<Attempted>({
    level: ({ outcome }) =>
      (({ delivered: 'info', retry: 'warn', gone: 'error', dead: 'error' }) as const)[outcome],
    log: ['routeId', 'attempt', 'outcome', 'status', 'reason', 'ambiguous', 'nextAttemptAt', 'waitedMs'],
    count: ({ outcome }) => (outcome === 'delivered' ? { digestsDelivered: 1 } : {}),
    say: sayAttempt,
  }),

  'digest-rewritten': kind<{
    routeId: string;
    digestId: string;
    attempt: number;
    status: number | null;
    /** A sentence with the destination's own code word, such as `invalid_blocks`. */
    reason: string;
  }>({
    level: 'warn',
    log: ['routeId', 'attempt', 'status', 'reason'],
    say: ({ reason }) => notice(`a digest was rejected (${reason}) and sent again as plain text`),
  }),

  /** The route is disabled, not in the config, or has another kind of destination. */
  'digest-held': kind<{ routeId: string; digestId: string; reason: string }>({
    level: 'warn',
    log: ['routeId', 'reason'],
    say: ({ reason }) => failure(`a digest waits: ${reason}`),
  }),

  /** The click changes nothing, or its message is gone. */
  'click-ignored': kind<{ routeId: string; click: ClickKind; reason: string }>({
    level: 'warn',
    log: ['routeId', 'click', 'reason'],
    say: ({ click, reason }) => notice(`click in Slack ignored (${click}): ${reason}`),
  }),

  'route-disabled': kind<{ routeId: string; reason: string }>({
    level: 'error',
    log: ['routeId', 'reason'],
    say: ({ reason }) => failure(`disabled (${reason}); its signals and digests wait for a resume`),
  }),
};

interface Attempted extends Pick<AttemptOutcome, 'outcome' | 'status' | 'reason' | 'ambiguous'> {
  readonly routeId: string;
  readonly digestId: string;
  /** 1 for the first. An attempt that a 429 put off is not counted: the next has the same number. */
  readonly attempt: number;
  /** ISO 8601; null when no further attempt is planned. */
  readonly nextAttemptAt: string | null;
  /** Milliseconds since its oldest signal was first seen; null or absent without signals, as for a heartbeat. */
  readonly waitedMs?: number | null;
}

function sayAttempt(
  { routeId, digestId, outcome, reason }: Attempted,
  { command }: Context,
): Sentence | null {
  switch (outcome) {
    case 'delivered':
      return isHtmlPage(reason)
        ? notice(`the destination ${reason}; check that its address is a receiver and not a web page`)
        : progress(`digest ${shortId(digestId)} ${isAccepted(reason) ? 'accepted' : 'delivered'}`);
    case 'retry':
      return failure(`a digest was not delivered: ${reason}; it is retried`);
    case 'dead':
      return failure(
        `a digest failed for good: ${reason}; to send it again: ${command(`resend ${routeId}`)}`,
      );
    case 'gone':
      // `route-disabled` tells it.
      return null;
  }
}
