import type { FunctionPorts, LedgerPort } from '../function-ports.ts';

export type PlanPollsPorts = Pick<
  FunctionPorts,
  'config' | 'clock' | 'observe' | 'api' | 'eventApi' | 'queue' | 'everyoneUpTo'
> &
  LedgerPort<'buyers' | 'rosters' | 'polls' | 'upstream' | 'signals' | 'troubles'>;

export interface TickPorts extends PlanPollsPorts {
  readonly watch: WatchSettings;
  /** Milliseconds since the epoch: no call begins that could not end before it. */
  readonly deadline: number;
}

export interface WatchSettings
  extends Pick<FunctionPorts['config']['watch'], 'buyers' | 'bridges' | 'only' | 'except'> {
  readonly everyMs: number;
  readonly allEveryMs: number;
  /** Each tick polls everyone where there are no more buyers. */
  readonly everyoneUpTo: number;
}

export interface PollTick {
  readonly slot: string;
  readonly due: boolean;
  /** See `FindLimits`. */
  readonly allRows: boolean;
  readonly dryRun: boolean;
}

export interface FailedBridge {
  readonly bridgeId: string;
  readonly problem: string;
}
