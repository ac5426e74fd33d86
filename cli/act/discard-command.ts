import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { configOfChosen, withLedger } from '../with-ledger.ts';
import { type Clearing, findClearing, isEmpty, tellCounts, tellNothing } from './clearing.ts';

interface DiscardOptions extends PlaceOptions {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

export function addDiscardCommand(program: Command): void {
  addPlaceOptions(program.command('discard'))
    .description(
      "delete a route's backlog permanently: everything if the route was removed or is disabled, otherwise only held " +
        'signals and kept or given-up digests',
    )
    .argument('<route>', "the route's id, in the config or not")
    .option('--yes', 'skip the confirmation')
    .option('--dry-run', 'report the deletions, and change nothing')
    .action(discard);
}

async function discard(routeId: string, options: DiscardOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const { ledger, endDeadLeases } = chosen;
    const config = await configOfChosen(chosen, options);
    const clearing = await findClearing(ledger, config, routeId);
    const { signals, signalsHeld, digests, scope } = clearing;
    const found = { signals, signalsHeld, digests: digests.length };
    const isDone = !options.dryRun && !isEmpty(clearing);
    if (isDone) await confirm(routeId, clearing, options);
    if (isDone) await endDeadLeases();
    const gone = isDone ? await ledger.discardPending({ routeId, by: whoAsks(), scope }) : found;
    const counts = tellCounts(gone.signals, gone.signalsHeld, gone.digests);
    if (options.json) console.log(JSON.stringify({ routeId, dryRun: options.dryRun === true, ...gone }));
    else if (isEmpty(clearing)) console.log(tellNothing(routeId, clearing, 'discard'));
    else if (isDone)
      console.log(`route ${routeId}: ${counts} discarded. The ledger keeps a record for 30 days.`);
    else console.log(`route ${routeId}: ${counts} would be discarded.`);
  });
}

/** Throws `ConfigurationError` unless the route's name is typed, or --yes was given. */
async function confirm(
  routeId: string,
  { signals, signalsHeld, digests }: Clearing,
  { yes }: DiscardOptions,
): Promise<void> {
  if (yes) return;
  const counts = tellCounts(signals, signalsHeld, digests.length);
  if (!process.stdin.isTTY) {
    throw new ConfigurationError([
      `--yes is required without a terminal: route ${routeId}: ${counts} would be discarded. Nothing was done`,
    ]);
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const question = `${counts} would be discarded permanently.\nType the route's name to continue: `;
    // Ctrl-D would leave the question open for ever.
    const closed = new AbortController();
    lines.once('close', () => closed.abort());
    const typed = await lines.question(question, { signal: closed.signal }).catch(() => '');
    if (typed.trim() !== routeId) {
      throw new ConfigurationError([
        `found ${JSON.stringify(typed)} instead of ${JSON.stringify(routeId)}; nothing was discarded`,
      ]);
    }
  } finally {
    lines.close();
  }
}

/** Recorded with the discarded signals. A container may run as a user without a name. */
function whoAsks(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
