import type { Command } from 'commander';
import { counted } from '../../shared/domain/counted.ts';
import { addPlaceOptions, atStage, type PlaceOptions } from '../options.ts';
import { findRoute, withLedger } from '../with-ledger.ts';

export function addReleaseCommand(program: Command): void {
  addPlaceOptions(program.command('release'))
    .description("send the signals that a flood rule held, with the route's next digests")
    .argument('<route>', "the route's id")
    .action(release);
}

async function release(id: string, options: PlaceOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const { ledger } = chosen;
    await findRoute(chosen, id);
    const released = await ledger.releaseHeld(id);
    if (options.json) console.log(JSON.stringify({ routeId: id, signalsReleased: released }));
    else if (released === 0) console.log(`route ${id}: nothing is held back, so there is nothing to send.`);
    else {
      const isDisabled = (await ledger.readRoute(id)).state === 'DISABLED';
      const when = isDisabled
        ? `they wait, because the route is disabled: signalpost resume ${id}${atStage(options)}`
        : 'the next digests carry them';
      console.log(`route ${id}: ${counted(released, 'signal')} released; ${when}.`);
    }
  });
}
