/**
 * What can happen to one call through a port. `crash-*`: the whole invocation dies, before the call's effect or
 * after it. `lost` and `applied`: the caller is told that the result is unknown, without and with the effect; with
 * `late` the effect comes after the caller was told. `refused`: it is told that nothing happened. `stall`: the
 * instance stands still for minutes and then goes on.
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
