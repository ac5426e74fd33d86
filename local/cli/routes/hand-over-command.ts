import type { Command } from 'commander';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { counted } from '../../../shared/domain/counted.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { HandedOver } from '../../../shared/ledger/digests/hand-over.ts';
import { openChosen } from '../open-chosen.ts';
import { addPlaceOptions, loadLocalConfig, type PlaceOptions } from '../options.ts';
import { type Clearing, findClearing, isEmpty, tellCounts, tellNothing } from './clearing.ts';
import { atStage } from './route-commands.ts';

interface HandOverOptions extends PlaceOptions {
  readonly to: string;
  readonly dryRun?: boolean;
}

export function addHandOverCommand(program: Command): void {
  addPlaceOptions(program.command('hand-over'))
    .description(
      'give what is pending for a route to another one: all of it when the config has the route no more or it is ' +
        'disabled, else what it does not send by itself',
    )
    .argument('<route>', "the route's id, in the config or not")
    .requiredOption('--to <route>', 'the route of the config that sends it from now on')
    .option('--dry-run', 'only say what would go where')
    .action(handOver);
}

async function handOver(from: string, options: HandOverOptions): Promise<void> {
  const config = await loadLocalConfig(options);
  const to = findTarget(config, from, options.to);
  const { ledger, endDeadLeases, close } = await openChosen(options);
  try {
    const clearing = await findClearing(ledger, config, from);
    const moves = !options.dryRun && !isEmpty(clearing);
    if (moves) await endDeadLeases();
    const handed = !moves
      ? foresee(clearing, to)
      : await ledger.handOver({ from, to: to.id, toType: to.to.type, scope: clearing.scope });
    if (options.json) {
      console.log(JSON.stringify({ from, to: to.id, dryRun: options.dryRun === true, ...handed }));
    } else if (isEmpty(clearing)) console.log(tellNothing(from, clearing, 'hand over'));
    else {
      const isDisabled = (await ledger.readRoute(to.id)).state === 'DISABLED';
      for (const line of tellHandedOver(from, to, handed, { ...options, isDisabled })) console.log(line);
    }
  } finally {
    close();
  }
}

function tellDisabled(id: string, at: string): string {
  return `  Route ${id} is disabled and sends nothing: signalpost resume ${id}${at}`;
}

function findTarget({ routes }: SignalpostConfig, from: string, id: string): Route {
  if (id === from) throw new ConfigurationError([`--to: found ${id}, the route itself; name another one`]);
  const route = routes.find((one) => one.id === id);
  if (route) return route;
  const known = routes.map((one) => one.id).join(', ');
  throw new ConfigurationError([`--to: found ${JSON.stringify(id)}; the config has: ${known}`]);
}

/** As far as it can be told without moving anything: which signals the other route had shows as they move. */
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
  const goes = options.dryRun ? 'would go' : 'went';
  const at = atStage(options);
  const lines = [`route ${from}: ${tellCounts(signals, signalsHeld, digests)} ${goes} to ${id}.`];
  if (options.isDisabled) lines.push(tellDisabled(id, at));
  else if (signals > 0) lines.push(`  The signals go out with its next digests.`);
  if (signalsHeld > 0) lines.push(`  What was held back still is: signalpost release ${id}${at}`);
  if (digests > 0 && !options.isDisabled) lines.push('  The digests keep what they say, and are due now.');
  if (signalsHad > 0) {
    lines.push(`  ${counted(signalsHad, 'signal')} had come to ${id} before: not sent to it again.`);
  }
  if (digestsOfOtherType > 0) {
    lines.push(
      `  ${counted(digestsOfOtherType, 'digest')} stayed, written for another kind of destination than ${to.type}: hand ` +
        `over to a route of that kind, put the route back, or signalpost discard ${from}${at}`,
    );
  }
  return lines;
}
