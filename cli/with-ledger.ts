import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import type { Ledger } from '../shared/ledger/ledger.ts';
import type { OpenStage } from './aws/open-stage.ts';
import type { PlaceOptions } from './options.ts';
import { loadLocalConfig } from './own-config.ts';

/**
 * The ledger that the options name: a deployed stage's with `--stage`, otherwise the ledger in the `--state`
 * directory.
 */
export interface ChosenLedger {
  readonly ledger: Ledger;
  /** null on one machine. */
  readonly stage: OpenStage | null;
  /** False on one machine where nothing ever ran: whatever is written into it is lost. */
  readonly isThere: boolean;
  /** On one machine: the process that runs on the state and sends due digests; null if none does. */
  readonly runner: { readonly pid: number | null } | null;
  /** On one machine: ends the leases that a killed process left behind. */
  endDeadLeases(): Promise<void>;
}

/**
 * Opens the chosen ledger, beside a process that runs on it or without one, and closes it after the work. Throws
 * `ConfigurationError` for a wrong choice; for AWS see `awsProblem`.
 */
export async function withLedger<Result>(
  options: { readonly state: string; readonly stage?: string },
  work: (chosen: ChosenLedger) => Promise<Result>,
): Promise<Result> {
  const { close, ...chosen } = await open(options);
  try {
    return await work(chosen);
  } finally {
    close();
  }
}

/**
 * The config that decides whether a route sends its backlog. A stage's own with `--stage`, because the file here may
 * differ.
 */
export async function configOfChosen(
  { stage }: Pick<ChosenLedger, 'stage'>,
  options: PlaceOptions,
): Promise<SignalpostConfig> {
  return stage === null ? loadLocalConfig(options) : stage.readConfig();
}

async function open(options: {
  readonly state: string;
  readonly stage?: string;
}): Promise<ChosenLedger & { close(): void }> {
  // Imported when needed: SQLite and the SDK load slowly, and each command needs only one of them.
  if (options.stage !== undefined) {
    const { openStage } = await import('./aws/open-stage.ts');
    const stage = await openStage(options.stage);
    return {
      ledger: stage.ledger,
      stage,
      isThere: true,
      runner: null,
      endDeadLeases: async () => {},
      close: stage.close,
    };
  }
  const { visitState } = await import('../machine/pipeline/open-state.ts');
  const { ledger, isThere, runner, endDeadLeases, close } = visitState(options.state);
  return { ledger, stage: null, isThere, runner, endDeadLeases, close };
}
