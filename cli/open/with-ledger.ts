import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { checkOwner } from '../../shared/ledger/owner.ts';
import type { ReadableTable } from '../../shared/ledger/table/draft-table.ts';
import type { OpenStage } from '../aws/open-stage.ts';
import type { PlaceOptions } from '../input/options.ts';
import { loadStateConfig } from './state-config.ts';

/**
 * The ledger that the options name: a deployed stage's with `--stage`, otherwise the ledger in the `--state`
 * directory.
 */
export interface ChosenLedger {
  readonly ledger: Ledger;
  /** The table below the ledger, for previews. */
  readonly table: ReadableTable;
  /** The deployed stage; null on one machine. */
  readonly stage: OpenStage | null;
  /** False on one machine where nothing ever ran: whatever is written into it is lost. */
  readonly isThere: boolean;
  /** A number that changes when another process changed the ledger. Absent for a stage. */
  readonly changes?: () => number;
  /** A process runs on the state of this machine, and sends due digests. */
  readonly isRunning: boolean;
  /** The config that decides over the ledger's routes: a stage's own, because the file here may differ. */
  readConfig(): Promise<SignalpostConfig>;
}

/**
 * Opens the chosen ledger, beside a process that runs on it or without one, and closes it after the work. `readOnly`: on
 * this machine every write fails. Throws `ConfigurationError` for a wrong choice; for AWS see `awsProblem`.
 */
export async function withLedger<Result>(
  options: PlaceOptions,
  work: (chosen: ChosenLedger) => Promise<Result>,
  readOnly = false,
): Promise<Result> {
  const { close, ...chosen } = await open(options, readOnly);
  let config: Promise<SignalpostConfig> | undefined;
  // Read once: the reading says on stderr which config it is, and a stage is asked for its own.
  const readConfig = () => {
    config ??= chosen.readConfig();
    return config;
  };
  try {
    return await work({ ...chosen, readConfig });
  } finally {
    close?.();
  }
}

/** Opens a ledger for work that changes it. Throws `ConfigurationError` if nothing ever ran on it, or if it is another stage's. */
export function changeLedger<Result>(
  options: PlaceOptions,
  work: (chosen: ChosenLedger) => Promise<Result>,
): Promise<Result> {
  return withLedger(options, async (chosen) => {
    const { stage, ledger } = chosen;
    if (stage) checkOwner((await ledger.owner.read()) ?? stage.name, stage.name);
    if (chosen.isThere) return work(chosen);
    // The change would be lost, and a wrong directory would not be noticed.
    throw new ConfigurationError([
      `--state: found nothing in ${options.state}; run Signalpost once, or name the directory in which it runs`,
    ]);
  });
}

/** A route of the config that decides. Throws `ConfigurationError` if it has none of that name. */
export async function findRoute({ readConfig, stage }: ChosenLedger, id: string): Promise<Route> {
  const { routes } = await readConfig();
  const route = routes.find((one) => one.id === id);
  if (route) return route;
  const whose = stage === null ? 'the config' : `the config that ${stage.name} runs`;
  const known = routes.map((one) => one.id).join(', ');
  throw new ConfigurationError([`no route is called ${JSON.stringify(id)}; ${whose} has: ${known}`]);
}

/** Throws `ConfigurationError` for a route that is neither in the config nor among the removed ones of the ledger. */
export async function checkIsKnown(ledger: Ledger, routes: readonly Route[], id: string): Promise<void> {
  const registered = (await ledger.routes.list()).map(({ routeId }) => routeId);
  const known = [...new Set([...routes.map((route) => route.id), ...registered])];
  if (known.includes(id)) return;
  throw new ConfigurationError([
    `ROUTE: found ${JSON.stringify(id)}, which is neither in the config nor in the ledger; the routes are: ${known.join(', ')}`,
  ]);
}

async function open(options: PlaceOptions, readOnly: boolean): Promise<ChosenLedger & { close?(): void }> {
  // Imported when needed: SQLite and the SDK load slowly, and each command needs only one of them.
  const { stage: name } = options;
  if (name !== undefined) {
    const { openStage } = await import('../aws/open-stage.ts');
    const stage = await openStage({ ...options, stage: name });
    return { ...stage, stage, isThere: true, isRunning: false };
  }
  const { visitState } = await import('../../machine/pipeline/open-state.ts');
  const state = visitState(options.state, readOnly);
  return { ...state, stage: null, readConfig: () => loadStateConfig(options, state.isRunning) };
}
