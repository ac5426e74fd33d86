import type { Command } from 'commander';
import { isoTime } from '../../shared/domain/clock.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { suggest } from '../../view/words/suggest.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { changeLedger, findRoute } from '../open/with-ledger.ts';

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('pause'))
    .description("stop sending a route's digests; its signals and digests wait until resume")
    .argument('<route>', "the route's id")
    .action(pause);
}

async function pause(id: string, options: PlaceOptions): Promise<void> {
  await changeLedger(options, async (chosen) => {
    const { ledger } = chosen;
    await findRoute(chosen, id);
    const now = systemClock.now();
    const paused = await ledger.routes.pause(id, now);
    const { reason, since } = await ledger.routes.read(id);
    const isSending = (await ledger.digests.listUndelivered(id)).some(({ state }) => state === 'SENDING');
    const is = paused ? 'is paused' : `sends nothing since ${formatTime(since ?? now)} (${reason})`;
    const resume = suggest(`resume ${id}`, options);
    print(options, { routeId: id, paused, reason, disabledSince: isoTime(since ?? now) }, [
      `route ${id} ${is}. Its signals and digests wait until: ${resume}`,
      ...(isSending ? ['  A digest that is being sent now may still arrive.'] : []),
    ]);
  });
}
