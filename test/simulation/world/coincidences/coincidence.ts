/** A time, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** What happens only where several rare things meet, and is therefore arranged. */
export interface Coincidence {
  readonly name:
    | 'missed news'
    | 'overtaken first scan'
    | 'overtaken reading'
    | 'late by a month'
    | 'misplaced for a while'
    | 'hasty resume'
    | 'kept flood'
    | 'long list'
    | 'crowd'
    | 'hanging destination'
    | 'stop in mid-attempt';
  /** Lists are answered with this status meanwhile. */
  readonly lists?: Span & { readonly status: 401 | 503 };
  /** The poll queue takes no messages meanwhile. */
  readonly polls?: Span;
  /** Destinations answer 503 meanwhile. */
  readonly posts?: Span;
  /** The destinations of these routes take what is sent and never answer meanwhile. */
  readonly hangs?: Span & { readonly routeIds: readonly string[] };
  /** Destinations take up to so long to answer, and then take what was sent. */
  readonly answersMs?: number;
  /** When the process is stopped, on one machine. */
  readonly stops?: readonly number[];
  /** No call meets a fault, so everything can be timed. */
  readonly isCalm?: boolean;
  /** A route's destination wants no more meanwhile. */
  readonly gone?: Span & { readonly routeId: string };
  /** Who reads a list stands still before it is answered. */
  readonly stalls?: Span;
  /** Who reads the rows of a bridge does. */
  readonly rowStalls?: Span;
  /** A page of a list takes this long to come. */
  readonly listMs?: number;
  /** Somebody resumes a route so long after it was disabled. */
  readonly hasteMs?: number;
}

export const isWithin = (span: Span | undefined, now: number): boolean =>
  span !== undefined && span.from <= now && now < span.until;
