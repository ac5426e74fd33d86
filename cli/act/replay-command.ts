import { type Command, Option } from 'commander';
import { destinationOf } from '../../shared/destinations/destinations.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { counted } from '../../shared/domain/counted.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { tellTime } from '../../shared/domain/tell-time.ts';
import type { DeliveredDigest } from '../../shared/ledger/digests/send-again.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { findRoute, withLedger } from '../with-ledger.ts';
import { type Sending, tellMadeDue } from '../words/when-sent.ts';
import { readSince } from './read-time.ts';

interface ReplayOptions extends PlaceOptions {
  readonly since: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function addReplayCommand(program: Command): void {
  addPlaceOptions(program.command('replay'))
    .description('send delivered digests again, with the same ids and bytes, to a receiver that lost them')
    .argument('[route]', "the route's id (default: all routes)")
    .addOption(
      new Option(
        '--since <time>',
        'a time such as 2026-11-21T08:00:00Z, or an age such as "2 hours"',
      ).makeOptionMandatory(),
    )
    .option('--dry-run', 'list the digests, and change nothing')
    .option('--yes', 'send to channels such as Slack too, where the messages appear a second time')
    .action(replay);
}

interface ReplayPlan {
  readonly route: Route;
  readonly digests: readonly DeliveredDigest[];
  /** The number of digests written for another kind of destination than the route has now. */
  readonly otherType: number;
  readonly disabled: boolean;
}

interface Replay extends ReplayPlan {
  /** The number of digests that were made due. */
  readonly replayed: number;
}

async function replay(id: string | undefined, options: ReplayOptions): Promise<void> {
  const since = readSince(options.since, systemClock.now());
  await withLedger(options, async (chosen) => {
    const routes = id === undefined ? (await chosen.readConfig()).routes : [await findRoute(chosen, id)];
    const plans: ReplayPlan[] = [];
    for (const route of routes) plans.push(await planReplay(chosen.ledger, route, since));
    if (!options.dryRun && !options.yes) checkRepeatable(plans);
    const replays: Replay[] = [];
    for (const plan of plans) {
      replays.push({ ...plan, replayed: options.dryRun ? 0 : await makeDue(chosen.ledger, plan) });
    }
    if (options.json) console.log(JSON.stringify(reportOf(replays, since, options)));
    else
      for (const line of tellReplay(replays, since, { ...options, isRunning: chosen.isRunning }))
        console.log(line);
  });
}

async function planReplay(ledger: Ledger, route: Route, since: number): Promise<ReplayPlan> {
  const delivered = await ledger.listDelivered(route.id, since);
  const digests = delivered.filter(({ destinationType }) => destinationType === route.to.type);
  const { state } = await ledger.readRoute(route.id);
  return { route, digests, otherType: delivered.length - digests.length, disabled: state === 'DISABLED' };
}

/** A webhook's receiver recognizes a repeat by its `webhook-id`; a channel shows the message again. */
function checkRepeatable(plans: readonly ReplayPlan[]): void {
  const problems = plans
    .filter(({ route, digests }) => !destinationOf(route.to).dropsRepeats && digests.length > 0)
    .map(
      ({ route, digests }) =>
        `--yes: route ${route.id} posts to ${destinationOf(route.to).label}, which does not recognize repeats: ${counted(digests.length, 'message')} ` +
        'would appear a second time; add --yes to send them anyway, or name another route',
    );
  if (problems.length > 0) throw new ConfigurationError(problems);
}

async function makeDue(ledger: Ledger, { digests }: ReplayPlan): Promise<number> {
  let replayed = 0;
  for (const digest of digests) if (await ledger.replayDigest(digest, systemClock.now())) replayed += 1;
  return replayed;
}

function reportOf(replays: readonly Replay[], since: number, { dryRun = false }: ReplayOptions) {
  const routes = replays.map(({ route, digests, otherType, replayed }) => ({
    routeId: route.id,
    digestsFound: digests.length,
    digestsReplayed: replayed,
    digestsOfOtherType: otherType,
    digestIds: digests.map(({ digestId }) => digestId),
  }));
  return { since: isoTime(since), dryRun, routes };
}

function tellReplay(replays: readonly Replay[], since: number, options: ReplayOptions & Sending): string[] {
  const lines = replays.flatMap((one) => tellRoute(one, options));
  if (lines.length === 0)
    lines.push(`nothing was delivered since ${tellTime(since)}, so there is nothing to send again.`);
  if (systemClock.now() - since > keptMs)
    lines.push('Delivered digests are kept for 30 days; older ones cannot be replayed.');
  return lines;
}

const keptMs = 30 * 86_400_000;

function tellRoute(
  { route, digests, otherType, disabled, replayed }: Replay,
  options: ReplayOptions & Sending,
): string[] {
  const lines: string[] = [];
  const of = `route ${route.id}`;
  if (digests.length > 0 && options.dryRun) {
    const signals = digests.reduce((sum, digest) => sum + digest.signals, 0);
    const what = `${counted(digests.length, 'digest')} with ${counted(signals, 'signal')}`;
    lines.push(`${of}: ${what} would be sent again.`);
  } else if (digests.length > 0 && disabled) {
    lines.push(`${of}: ${counted(replayed, 'digest')} ${replayed === 1 ? 'is' : 'are'} due again.`);
  } else if (digests.length > 0) {
    lines.push(`${of}: ${tellMadeDue(replayed, 'due again', route, options, systemClock.now())}.`);
  }
  if (digests.length > 0 && disabled)
    lines.push(`${of} is disabled: the digests are kept until it is resumed.`);
  if (otherType > 0) {
    lines.push(`${of}: ${counted(otherType, 'digest')} skipped: written for another kind of destination.`);
  }
  return lines;
}
