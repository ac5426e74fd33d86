/** A time, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A combination of several rare events, which random schedules would hardly contain. */
export interface Coincidence {
  readonly name:
    | 'missed news'
    | 'overtaken first scan'
    | 'overtaken reading'
    | 'crowd'
    | 'hanging destination'
    | 'unstored outcomes'
    | 'stop in mid-attempt'
    | 'what became';
  /** The poll queue takes no messages meanwhile. */
  readonly polls?: Span;
  /** The destinations of these routes accept messages and never answer meanwhile. */
  readonly hangs?: Span & { readonly routeIds: readonly string[] };
  /** No outcome of an attempt can be stored meanwhile. */
  readonly unstored?: Span;
  /** The longest time that destinations take to answer. They accept the message then. */
  readonly answersMs?: number;
  /** When the process is stopped, on one machine. */
  readonly stops?: readonly number[];
  /** No call has a fault, so all times are predictable. */
  readonly isCalm?: boolean;
  /** An instance that reads a list is suspended before the answer. */
  readonly stalls?: Span;
  /** An instance that reads the rows of a bridge is suspended before the answer. */
  readonly rowStalls?: Span;
}

export const isWithin = (span: Span | undefined, now: number): boolean =>
  span !== undefined && span.from <= now && now < span.until;
