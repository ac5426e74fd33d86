import type { Command } from 'commander';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { DiscardScope } from '../../shared/ledger/pending/discard.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { confirmByName } from '../input/ask.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { changeLedger, checkIsKnown } from '../open/with-ledger.ts';

interface DiscardOptions extends PlaceOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('discard'))
    .description(
      "delete a route's backlog permanently: everything if the route was removed, paused or disabled, otherwise only held " +
        'signals, digests waiting for the route and those that failed for good',
    )
    .argument('<route>', "the route's id, in the config or not")
    .option('--yes', 'skip the confirmation')
    .option('--dry-run', 'report the deletions, and change nothing')
    .action(discard);
}

async function discard(routeId: string, options: DiscardOptions): Promise<void> {
  await changeLedger(options, async (chosen) => {
    const { ledger } = chosen;
    const { scope, found } = await findBacklog(ledger, await chosen.readConfig(), routeId);
    const isEmpty = found.signals + found.signalsHeld + found.digests === 0;
    const isDone = !options.dryRun && !isEmpty;
    if (isDone && !options.yes)
      await confirmByName(routeId, `route ${routeId}: ${formatCounts(found)} would be discarded permanently`);
    const gone = isDone ? await ledger.pending.discard({ routeId, scope }) : found;
    const did = isDone ? 'discarded. The ledger keeps a record for 30 days.' : 'would be discarded.';
    const told = isEmpty
      ? `${nothing[scope]}, so there is nothing to discard.`
      : `${formatCounts(gone)} ${did}`;
    const report = { routeId, dryRun: options.dryRun === true, ...gone };
    print(options, report, [`route ${routeId}: ${told}`]);
  });
}

const nothing: Readonly<Record<DiscardScope, string>> = {
  all: 'nothing is pending',
  stuck: 'its pending digests are retried automatically and none is stuck',
};

/**
 * What a discard deletes: everything, or only what the route does not retry. Throws `ConfigurationError` for a name that
 * neither the config nor the ledger knows.
 */
async function findBacklog(ledger: Ledger, { routes }: SignalpostConfig, routeId: string) {
  const isThere = routes.some(({ id }) => id === routeId);
  await checkIsKnown(ledger, routes, routeId);
  const sends = isThere && (await ledger.routes.read(routeId)).state === 'ENABLED';
  const pending = await ledger.pending.describe(routeId, systemClock.now());
  const digests = pending.digests.filter(({ state }) => {
    if (state === 'UNKNOWN') return false;
    return !sends || state === 'HELD' || state === 'DEAD';
  });
  const signals = sends ? 0 : pending.waiting.signals;
  const found = { signals, signalsHeld: pending.signalsHeld, digests: digests.length };
  const scope: DiscardScope = sends ? 'stuck' : 'all';
  return { scope, found };
}

type Counts = Awaited<ReturnType<Ledger['pending']['discard']>>;

/** `3 signals and 2 digests`; a part that would be 0 is left out. */
function formatCounts({ signals, signalsHeld, digests }: Counts): string {
  const parts = [
    signals > 0 && counted(signals, 'signal'),
    signalsHeld > 0 && `${counted(signalsHeld, 'signal')} held`,
    digests > 0 && counted(digests, 'digest'),
  ].filter((part) => part !== false);
  return parts.join(' and ') || 'nothing';
}
