import type { Observation } from '../domain/observation.ts';
import { redactText } from '../domain/redact-text.ts';

type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogLine {
  readonly level: LogLevel;
  /** The observation's kind: one word to search by. */
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number | boolean | null>>;
}

type ObservationOf<Kind> = Extract<Observation, { readonly kind: Kind }>;

interface LineRule<Kind> {
  readonly level: LogLevel | ((observation: ObservationOf<Kind>) => LogLevel);
  /**
   * The fields to log. Only these are logged, so that a field added to an observation later or by mistake stays out of
   * the log. Names of rows and buyers are left out on purpose.
   */
  readonly fields: readonly Exclude<keyof ObservationOf<Kind>, 'kind'>[];
  /** The field that links the lines of one tick, from its plan to its signals, or of one digest. */
  readonly correlation?: Exclude<keyof ObservationOf<Kind>, 'kind'>;
}

const rules: { readonly [Kind in Observation['kind']]: LineRule<Kind> } = {
  'upstream-requested': { level: 'debug', fields: ['operation', 'attempt'] },
  'upstream-throttled': { level: 'info', fields: ['lane'] },
  'upstream-paused': { level: 'error', fields: ['reason', 'until'] },
  'lane-paused': { level: 'warn', fields: ['lane', 'until'] },
  'polls-skipped': { level: 'info', fields: ['problem'], correlation: 'slot' },
  'polls-cut-short': { level: 'info', fields: ['buyers', 'problem'], correlation: 'slot' },
  'polls-planned': {
    level: 'info',
    fields: ['buyers', 'messages', 'everyone', 'quietMs'],
    correlation: 'slot',
  },
  'announcement-missed': { level: 'warn', fields: ['buyerId', 'bridgeId', 'signalId'], correlation: 'slot' },
  'plan-failed': { level: 'error', fields: ['bridgeId', 'problem'], correlation: 'slot' },
  'buyer-polled': {
    level: ({ accepted, recorded, unreadable, misfit }) => {
      if (!accepted || unreadable > 0) return 'warn';
      return recorded > 0 || misfit !== undefined ? 'info' : 'debug';
    },
    fields: [
      'buyerId',
      'mode',
      'accepted',
      'readings',
      'misfit',
      'missing',
      'baselineOverdue',
      'listed',
      'recorded',
      'hot',
      'unreadable',
    ],
    correlation: 'slot',
  },
  'poll-failed': { level: 'warn', fields: ['buyerId', 'problem', 'nextTryAt'], correlation: 'slot' },
  'hotness-failed': { level: 'warn', fields: ['buyerId', 'problem'], correlation: 'slot' },
  'not-composed-at-once': { level: 'warn', fields: ['problem'], correlation: 'slot' },
  'columns-failed': { level: 'warn', fields: ['bridgeId', 'problem'], correlation: 'slot' },
  'signal-recorded': {
    // Thousands in a first run, then a few dozen a day.
    level: ({ baseline }) => (baseline ? 'debug' : 'info'),
    fields: ['buyerId', 'signalId', 'hot', 'baseline', 'onlyDeep'],
    correlation: 'slot',
  },
  'signal-settled': {
    level: 'info',
    fields: ['buyerId', 'signalId', 'withdrawn', 'kept', 'added', 'open'],
    correlation: 'slot',
  },
  'values-read': { level: 'debug', fields: ['buyerId', 'settled', 'waiting'], correlation: 'slot' },
  'values-failed': { level: 'warn', fields: ['buyerId', 'problem'], correlation: 'slot' },
  'summary-fetched': { level: 'info', fields: ['buyerId', 'result'] },
  'summary-failed': { level: 'warn', fields: ['buyerId', 'problem'] },
  'digest-frozen': {
    level: 'info',
    fields: ['routeId', 'slot', 'part', 'signals', 'bytes', 'signalIds'],
    correlation: 'digestId',
  },
  'digest-attempted': {
    level: ({ outcome }) =>
      (({ delivered: 'info', retry: 'warn', gone: 'error', dead: 'error' }) as const)[outcome],
    fields: ['routeId', 'attempt', 'outcome', 'status', 'reason', 'ambiguous', 'nextAttemptAt', 'waitedMs'],
    correlation: 'digestId',
  },
  'digest-held': { level: 'warn', fields: ['routeId', 'reason'], correlation: 'digestId' },
  'digest-rewritten': {
    level: 'warn',
    fields: ['routeId', 'attempt', 'status', 'reason'],
    correlation: 'digestId',
  },
  'signals-set-aside': { level: 'warn', fields: ['routeId', 'fate', 'signals'] },
  'signals-damaged': { level: 'error', fields: ['routeId', 'signalIds'], correlation: 'digestId' },
  'route-disabled': { level: 'error', fields: ['routeId', 'reason'] },
  'message-failed': { level: 'error', fields: ['function', 'messageId', 'problem'] },
  'function-failed': { level: 'error', fields: ['function', 'problem'] },
  'tally-lost': { level: 'warn', fields: ['problem'] },
  'heartbeat-frozen': { level: 'info', fields: ['routeId', 'bytes'], correlation: 'digestId' },
  'alarm-changed': { level: 'info', fields: ['alarm', 'state', 'sent', 'status'] },
  swept: { level: 'debug', fields: ['digests', 'summaries'] },
  'pending-checked': {
    level: ({ vanishedRoutes }) => ((vanishedRoutes ?? 0) > 0 ? 'warn' : 'debug'),
    fields: ['overdueSeconds', 'disabledRoutes', 'vanishedRoutes', 'vanishedPending'],
  },
};

/** An observation as a log line. Redacts sentences again, since they may quote foreign text. */
export function composeLogLine(observation: Observation): LogLine {
  // The type of `rules` ties each rule to its kind; TypeScript can't follow that through a lookup.
  const rule = rules[observation.kind] as LineRule<string> & {
    readonly level: LogLevel | ((observation: Observation) => LogLevel);
  };
  const values = observation as unknown as Readonly<Record<string, unknown>>;
  const fields: Record<string, string | number | boolean | null> = {};
  const { correlation } = rule;
  if (correlation !== undefined && values[correlation] !== undefined) {
    fields.correlation_id = toLogged(values[correlation]);
  }
  for (const field of rule.fields) {
    if (values[field] !== undefined) fields[field] = toLogged(values[field]);
  }
  return {
    level: typeof rule.level === 'function' ? rule.level(observation) : rule.level,
    message: observation.kind,
    fields,
  };
}

function toLogged(value: unknown): string | number | boolean | null {
  // As one text: Logs Insights makes a field of each element, and has a limit on fields.
  if (Array.isArray(value)) return redactText(value.join(' '));
  if (typeof value === 'string') return redactText(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
