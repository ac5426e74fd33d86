/**
 * The faults of one call through a port. `crash-*`: the whole invocation crashes, before or after the call's effect.
 * `lost` and `applied`: the caller is told that the result is unknown, without and with the effect; with `late` the
 * effect comes after the caller was told. `refused`: it is told that nothing happened. `stall`: the instance is
 * suspended for minutes and then continues.
 */
export type Fault =
  | 'none'
  | 'crash-before'
  | 'crash-after'
  | 'lost'
  | 'applied'
  | 'late'
  | 'refused'
  | 'stall';

export type Port = 'read' | 'write' | 'queue' | 'fetch' | 'post' | 'sleep' | 'secret';

export interface Faults {
  /** For the next call, in the order in which calls are made. `about`: the item that is written, or the queue. */
  next(port: Port, about: string): Fault;
  /** How many calls there were while faults were on. */
  readonly calls: number;
  stop(): void;
}
