import type { Lane } from './lane.ts';

/** No complete answer came: DNS, connection, TLS, a cut connection, a timeout, or a body over its size limit. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: 'TIMEOUT' | 'CONNECTION_FAILED' | 'BODY_TOO_LARGE';
  constructor(code: TransportError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The turn of a call would have come behind its deadline: this says nothing of the service. */
export class NotStartedError extends TransportError {}

/** An answer with a status other than 2xx. Its body is never in the message. */
export class HttpStatusError extends Error {
  override readonly name = 'HttpStatusError';
  readonly code = 'HTTP_STATUS';
  readonly status: number;
  /** `Retry-After` as milliseconds from the answer; null if absent or unreadable. */
  readonly retryAfterMs: number | null;
  /** The `Date` of the answer, milliseconds since the epoch; null if absent or not a date. */
  readonly servedAt: number | null;
  constructor(
    status: number,
    message: string,
    details: { readonly retryAfterMs?: number | null; readonly servedAt?: number | null } = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.servedAt = details.servedAt ?? null;
  }
}

/** A 2xx of the wrong shape. Raises an alarm and is not retried: the same call gives the same answer. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly code = 'CONTRACT';
}

/** A caller passed an invalid value: the message names the field, the value found and the fix. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
  readonly code = 'ARGUMENT';
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** Each problem names the field, the variable or the flag, the value found and the fix. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code = 'CONFIGURATION';
  readonly problems: readonly string[];
  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}

/** Calls to the API are paused: it keeps failing, rejected the token, or events used their share. Waiting loses no signal. */
export class UpstreamPausedError extends Error {
  override readonly name = 'UpstreamPausedError';
  readonly code = 'UPSTREAM_PAUSED';
  readonly reason: 'failing' | 'rejected' | 'events';
  /** Milliseconds since the epoch. */
  readonly until: number;
  constructor(reason: UpstreamPausedError['reason'], until: number, lane: Lane = 'lists') {
    super(`${pausedWords[lane]} until ${new Date(until).toISOString()}: ${reasonWords[reason]}`);
    this.reason = reason;
    this.until = until;
  }
}

/** The work can't be done now, and a later try may do it. */
export class UnfinishedError extends Error {
  override readonly name = 'UnfinishedError';
  readonly code = 'UNFINISHED';
}

/** The timeout was here or upstream. */
export function isOutOfTime(error: unknown): boolean {
  return error instanceof TransportError && error.code === 'TIMEOUT';
}

const pausedWords: Readonly<Record<Lane, string>> = {
  lists: 'polling paused',
  ranks: 'reading the Hotness order paused',
  columns: 'reading column metadata paused',
  summaries: 'fetching summaries paused',
};

const reasonWords: Readonly<Record<UpstreamPausedError['reason'], string>> = {
  failing: 'more than half of the last calls failed',
  rejected: 'the API rejected the access token (401)',
  events: 'events have used up their tenth of the calls',
};

/** The contract does not say how a page past the end is answered. Not 401, 408, 425 or 429: they say nothing of it. */
export function isPageRefused(error: unknown): boolean {
  if (!(error instanceof HttpStatusError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

/** A body's template can't be rendered, or gives what can't be sent. The message says where and why, without any value. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly code = 'TEMPLATE';
  /** A place in the template, such as `.inputs[0].name`; empty for the whole. */
  readonly path: string;
  readonly problem: string;
  /** A name that the template uses and nothing has. `isField`: it stands behind a dot. */
  readonly unknown: { readonly name: string; readonly isField: boolean } | null;
  constructor(path: string, problem: string, unknown: TemplateError['unknown'] = null) {
    super(`to.body${path}: ${problem}`);
    this.path = path;
    this.problem = problem;
    this.unknown = unknown;
  }
}

/** A secret could not be read. The message names it, and never holds its value. */
export class SecretUnavailableError extends Error {
  override readonly name = 'SecretUnavailableError';
  readonly code = 'SECRET_UNAVAILABLE';
}

const upstreamErrors = [
  TransportError,
  HttpStatusError,
  ContractError,
  ArgumentError,
  SecretUnavailableError,
  UpstreamPausedError,
];

export function assertUpstream(error: unknown): void {
  if (!upstreamErrors.some((kind) => error instanceof kind)) throw error;
}
