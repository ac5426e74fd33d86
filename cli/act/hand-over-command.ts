import type { Command } from 'commander';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { HandedOver } from '../../shared/ledger/digests/hand-over.ts';
import type { Unmatched } from '../../shared/ledger/signals/count-unmatched.ts';
import { addPlaceOptions, atStage, type PlaceOptions } from '../options.ts';
import { configOfChosen, withLedger } from '../with-ledger.ts';
import { type Clearing, findClearing, isEmpty, tellCounts, tellNothing } from './clearing.ts';

interface HandOverOptions extends PlaceOptions {
  readonly to: string;
  readonly dryRun?: boolean;
  readonly anyway?: boolean;
}

export function addHandOverCommand(program: Command): void {
  addPlaceOptions(program.command('hand-over'))
    .description(
      "move a route's backlog to another route: everything if the route was removed or is disabled, otherwise only held " +
        'signals and kept or given-up digests',
    )
    .argument('<route>', "the route's id, in the config or not")
    .requiredOption('--to <route>', 'the route of the config that receives the backlog')
    .option('--anyway', "move all signals, even those that the other route's match excludes")
    .option('--dry-run', 'report the moves, and change nothing')
    .action(handOver);
}

async function handOver(from: string, options: HandOverOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const { ledger, endDeadLeases } = chosen;
    const config = await configOfChosen(chosen, options);
    const to = findTarget(config, from, options);
    const clearing = await findClearing(ledger, config, from);
    const moves = !options.dryRun && !isEmpty(clearing);
    if (moves) await endDeadLeases();
    const fit = await ledger.countUnmatched({ from, to, scope: clearing.scope });
    if (moves) checkFit(from, to, fit, options);
    const handed = !moves
      ? foresee(clearing, to)
      : await ledger.handOver({ from, to: to.id, toType: to.to.type, scope: clearing.scope });
    if (options.json) {
      console.log(
        JSON.stringify({
          from,
          to: to.id,
          dryRun: options.dryRun === true,
          ...handed,
          signalsUnmatched: fit.unmatched,
        }),
      );
    } else if (isEmpty(clearing)) console.log(tellNothing(from, clearing, 'hand over'));
    else {
      const isDisabled = (await ledger.readRoute(to.id)).state === 'DISABLED';
      for (const line of tellHandedOver(from, to, handed, { ...options, isDisabled })) console.log(line);
      if (fit.unmatched > 0) console.log(`  ${tellUnmatched(to, fit)}${options.dryRun ? needsAnyway : ''}.`);
    }
  });
}

const needsAnyway = '; to move them anyway, add --anyway';

/** Throws `ConfigurationError` for signals that the other route's match excludes, unless --anyway was given. */
function checkFit(from: string, to: Route, fit: Unmatched, { anyway }: HandOverOptions): void {
  if (anyway || fit.unmatched === 0) return;
  throw new ConfigurationError([`route ${from}: nothing was moved. ${tellUnmatched(to, fit)}${needsAnyway}`]);
}

/** `The match of route sales (hot, 2 buyers) excludes 3 of 7 signals` */
function tellUnmatched({ id, match }: Route, { signals, unmatched }: Unmatched): string {
  const asks = [
    match.hot !== undefined && (match.hot ? 'hot' : 'not hot'),
    match.bridges && counted(match.bridges.length, 'bridge'),
    match.buyers && counted(match.buyers.length, 'buyer'),
  ].filter((part) => typeof part === 'string');
  return `The match of route ${id} (${asks.join(', ')}) excludes ${unmatched} of ${counted(signals, 'signal')}`;
}

function tellDisabled(id: string, at: string): string {
  return `  Route ${id} is disabled and sends nothing: signalpost resume ${id}${at}`;
}

function findTarget({ routes }: SignalpostConfig, from: string, { to: id, stage }: HandOverOptions): Route {
  if (id === from) throw new ConfigurationError([`--to: found ${id}, the route itself; name another one`]);
  const route = routes.find((one) => one.id === id);
  if (route) return route;
  const known = routes.map((one) => one.id).join(', ');
  throw new ConfigurationError([
    `--to: found ${JSON.stringify(id)}; the config${stage === undefined ? '' : ` that ${stage} runs`} has: ${known}`,
  ]);
}

/** The result of a dry run. Signals that the other route already had are only counted in the real move. */
function foresee({ signals, signalsHeld, digests }: Clearing, { to }: Route): HandedOver {
  const fitting = digests.filter(({ destinationType }) => destinationType === to.type).length;
  const digestsOfOtherType = digests.length - fitting;
  return { signals, signalsHeld, signalsHad: 0, digests: fitting, digestsOfOtherType };
}

function tellHandedOver(
  from: string,
  { id, to }: Route,
  { signals, signalsHeld, signalsHad, digests, digestsOfOtherType }: HandedOver,
  options: HandOverOptions & { readonly isDisabled: boolean },
): string[] {
  const moved = options.dryRun ? 'would be moved' : 'moved';
  const at = atStage(options);
  const lines = [`route ${from}: ${tellCounts(signals, signalsHeld, digests)} ${moved} to ${id}.`];
  if (options.isDisabled) lines.push(tellDisabled(id, at));
  else if (signals > 0) lines.push('  The signals are sent with its next digests.');
  if (signalsHeld > 0)
    lines.push(`  Signals that were held back are still held: signalpost release ${id}${at}`);
  if (digests > 0 && !options.isDisabled) lines.push('  The digests keep their content, and are due now.');
  if (signalsHad > 0) {
    lines.push(`  ${counted(signalsHad, 'signal')} already sent to ${id}: not sent again.`);
  }
  if (digestsOfOtherType > 0) {
    lines.push(
      `  ${counted(digestsOfOtherType, 'digest')} not moved: written for another kind of destination than ${to.type}. Hand ` +
        `over to a route of that kind, put the route back, or signalpost discard ${from}${at}`,
    );
  }
  return lines;
}
