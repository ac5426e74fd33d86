import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { OpenStage } from '../operate/stage/open-stage.ts';
import { loadLocalConfig, type PlaceOptions } from './options.ts';

/** The state that the options chose: a deployed stage's with `--stage`, else that of a directory of this machine. */
export interface Chosen {
  readonly ledger: Ledger;
  /** null on one machine. */
  readonly stage: OpenStage | null;
  /** Of one machine: the process that runs on the state and sends what is due; null when none does. */
  readonly runner: { readonly pid: number | null } | null;
  /** Of one machine: ends the leases that a killed process has left, of which nothing is being sent any more. */
  endDeadLeases(): Promise<void>;
  close(): void;
}

/** Works beside a process that runs. Throws `ConfigurationError` for what is wrong with the choice; for AWS see `awsProblem`. */
export async function openChosen(options: {
  readonly state: string;
  readonly stage?: string;
}): Promise<Chosen> {
  // Loaded when chosen: SQLite and the SDK take a while, and each command needs one of the two.
  if (options.stage !== undefined) {
    const { openStage } = await import('../operate/stage/open-stage.ts');
    const stage = await openStage(options.stage);
    return { ledger: stage.ledger, stage, runner: null, endDeadLeases: async () => {}, close: stage.close };
  }
  const { visitState } = await import('../machine/pipeline/open-state.ts');
  const { ledger, runner, endDeadLeases, close } = visitState(options.state);
  return { ledger, stage: null, runner, endDeadLeases, close };
}

/** What decides which of a route's backlog is stuck: the config that a stage runs, and not a file that may differ. */
export async function configOfChosen({ stage }: Chosen, options: PlaceOptions): Promise<SignalpostConfig> {
  return stage === null ? loadLocalConfig(options) : stage.readConfig();
}
