import type { Destination } from '../../../message/send/destination.ts';
import type { NextTime } from '../../../shared/domain/routes/due.ts';
import type { DestinationSettings, Route } from '../../../shared/domain/routes/route.ts';
import type { FunctionPorts, LedgerPort } from '../../function-ports.ts';

export type HandlerPorts = Pick<
  FunctionPorts,
  | ('config' | 'clock' | 'observe' | 'queue' | 'publishAlarm')
  | ('entriesAtOnce' | 'entriesAhead' | 'pagesAtOnce' | 'isLasting')
> &
  LedgerPort<
    | ('buyers' | 'polls' | 'upstream' | 'signals' | 'summaries' | 'columns' | 'outbox' | 'routes')
    | ('mutes' | 'pending' | 'digests' | 'due' | 'history' | 'alerts' | 'troubles')
  >;

export interface ComposePorts extends HandlerPorts {
  readonly rendererFor: (
    type: DestinationSettings['type'],
  ) => Pick<Destination<DestinationSettings>, 'render' | 'fits' | 'hasThreads' | 'renderReport'>;
  readonly nextSlot: NextTime;
}

export interface ComposeRequest {
  readonly route: Route;
  /** A person asks: gathered signals, and those that wait for a time, are sent, too. */
  readonly evenEarly?: boolean | undefined;
  readonly dryRun: boolean;
  readonly deadline: number;
}
