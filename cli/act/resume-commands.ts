import type { Command } from 'commander';
import { counted } from '../../shared/domain/counted.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, atStage, type PlaceOptions } from '../options.ts';
import { type ChosenLedger, findRoute, withLedger } from '../with-ledger.ts';
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
    const { ledger } = chosen;
    const route = await findRoute(chosen, id);
    const { state } = await ledger.readRoute(id);
    await ledger.enableRoute(id, systemClock.now());
    // A disabled route makes no attempts, so the digests that wait for one are kept too.
    const made = await makeDue(chosen, route, state === 'DISABLED' ? ['HELD', 'FROZEN'] : ['HELD']);
    const sending = { stage: options.stage, isRunning: chosen.isRunning };
    const { released } = made;
    if (!options.json) {
      const due = tellMadeDue(released, 'due', route, sending, systemClock.now());
      console.log(`route ${id} is enabled: ${released === 0 ? 'no digest was kept' : due}.`);
    }
    const waiting = (await ledger.countWaiting(id, systemClock.now())).signals;
    if (options.json)
      console.log(JSON.stringify({ routeId: id, digestsReleased: released, signalsWaiting: waiting }));
    else if (waiting > 0) console.log(tellWaiting(waiting, sending));
    tellOtherType(made.otherType, route, options);
  });
}

async function redrive(id: string, options: PlaceOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const route = await findRoute(chosen, id);
    const isDisabled = (await chosen.ledger.readRoute(id)).state === 'DISABLED';
    const { released, otherType } = await makeDue(chosen, route, ['DEAD']);
    const digests = counted(released, 'digest');
    if (options.json) console.log(JSON.stringify({ routeId: id, digestsReleased: released }));
    else if (released === 0) console.log(`route ${id}: no digest has failed for good.`);
    else if (isDisabled) {
      const are = released === 1 ? 'is' : 'are';
      const command = `signalpost resume ${id}${atStage(options)}`;
      console.log(`route ${id} is disabled: ${digests} ${are} kept until you resume it: ${command}`);
    } else {
      const sending = { stage: options.stage, isRunning: chosen.isRunning };
      console.log(`route ${id}: ${tellMadeDue(released, 'due', route, sending, systemClock.now())}.`);
    }
    tellOtherType(otherType, route, options);
  });
}

/** Makes the route's digests in these states due. */
async function makeDue(
  { ledger }: Pick<ChosenLedger, 'ledger'>,
  { id, to }: Route,
  states: readonly ('HELD' | 'FROZEN' | 'DEAD')[],
): Promise<{ readonly released: number; readonly otherType: number }> {
  let [released, otherType] = [0, 0];
  for (const digest of await ledger.listUndelivered(id)) {
    const state = states.find((one) => one === digest.state);
    if (state === undefined) continue;
    if (digest.destinationType !== to.type) otherType += 1;
    else if (await ledger.makeDue(digest, [state], systemClock.now())) released += 1;
  }
  return { released, otherType };
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
