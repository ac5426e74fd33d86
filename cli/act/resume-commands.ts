import type { Command } from 'commander';
import { counted } from '../../shared/domain/counted.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, atStage, type PlaceOptions } from '../options.ts';
import { findRoute, withLedger } from '../with-ledger.ts';
import { isAlone, type Sending, tellMadeDue } from '../words/when-sent.ts';

export function addResumeCommands(program: Command): void {
  addPlaceOptions(program.command('resume'))
    .description('enable a disabled route, and send its backlog')
    .argument('<route>', "the route's id")
    .action(resume);
  addPlaceOptions(program.command('redrive'))
    .description('retry the digests of a route that failed for good, each with its full schedule of attempts')
    .argument('<route>', "the route's id")
    .action(redrive);
}

async function resume(id: string, options: PlaceOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const { ledger, isRunning } = chosen;
    const route = await findRoute(chosen, id);
    const now = systemClock.now();
    const { state } = await ledger.readRoute(id);
    await ledger.enableRoute(id, now);
    // A disabled route makes no attempts, so the digests that wait for one are kept too.
    const kept = state === 'DISABLED' ? (['HELD', 'FROZEN'] as const) : (['HELD'] as const);
    const { released, otherType } = await ledger.makeAllDue(route, kept, now);
    const waiting = (await ledger.countWaiting(id, now)).signals;
    const sending = { stage: options.stage, isRunning };
    if (options.json)
      console.log(JSON.stringify({ routeId: id, digestsReleased: released, signalsWaiting: waiting }));
    else {
      const due = released === 0 ? 'no digest was kept' : tellMadeDue(released, 'due', route, sending, now);
      console.log(`route ${id} is enabled: ${due}.`);
      if (waiting > 0) console.log(tellWaiting(waiting, sending));
    }
    tellOtherType(otherType, route, options);
  });
}

async function redrive(id: string, options: PlaceOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const { ledger, isRunning } = chosen;
    const route = await findRoute(chosen, id);
    const now = systemClock.now();
    const { released, otherType } = await ledger.makeAllDue(route, ['DEAD'], now);
    if (options.json) console.log(JSON.stringify({ routeId: id, digestsReleased: released }));
    else if (released === 0) console.log(`route ${id}: no digest has failed for good.`);
    else if ((await ledger.readRoute(id)).state === 'DISABLED') {
      const kept = `${counted(released, 'digest')} ${released === 1 ? 'is' : 'are'} kept until you resume it`;
      console.log(`route ${id} is disabled: ${kept}: signalpost resume ${id}${atStage(options)}`);
    } else {
      const sending = { stage: options.stage, isRunning };
      console.log(`route ${id}: ${tellMadeDue(released, 'due', route, sending, now)}.`);
    }
    tellOtherType(otherType, route, options);
  });
}

function tellOtherType(count: number, { id, to }: Route, options: PlaceOptions): void {
  if (count === 0) return;
  const were = count === 1 ? 'was' : 'were';
  console.error(
    `route ${id}: ${counted(count, 'digest')} ${were} written for another kind of destination than ${to.type}, and are kept. ` +
      `To send them, set the route's destination back until they are delivered. To delete them: signalpost discard ${id}${atStage(options)}`,
  );
}

function tellWaiting(waiting: number, sending: Sending): string {
  const wait = waiting === 1 ? 'waits' : 'wait';
  const when = isAlone(sending)
    ? 'with the next run'
    : "within minutes if the route's time has passed, otherwise at its next time";
  return `${counted(waiting, 'signal')} ${wait} for a digest, sent ${when}.`;
}
