export interface RouteVerdict {
  readonly routeId: string;
  readonly takes: boolean;
  /** `Match Score is 34 (rule: 60 or more)`, `it is hot`; at most 200 UTF-16 units. */
  readonly because: string;
}
