import type { Command } from 'commander';
import { counted } from '../../shared/domain/counted.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { changeLedger, findRoute } from '../with-ledger.ts';
import { isKeptBy } from '../words/tell-digest.ts';
import { findSender, tellMadeDue, tellOtherType } from '../words/when-sent.ts';

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('resume'))
    .description('send again for a paused or disabled route, its backlog first')
    .argument('<route>', "the route's id")
    .action(resume);
}

async function resume(id: string, options: PlaceOptions): Promise<void> {
  await changeLedger(options, async (chosen) => {
    const { ledger, isRunning } = chosen;
    const route = await findRoute(chosen, id);
    const now = systemClock.now();
    const { state: before } = await ledger.readRoute(id);
    await ledger.enableRoute(id);
    const kept = (await ledger.listUndelivered(id)).filter((digest) => isKeptBy(before, digest));
    const own = kept.filter(({ destinationType }) => destinationType === route.to.type);
    const digests = await ledger.resendDigests(own, now);
    const waiting = (await ledger.countWaiting(id, now)).signals;
    const sender = findSender(options.stage, isRunning);
    if (options.json)
      console.log(JSON.stringify({ routeId: id, digestsReleased: digests, signalsWaiting: waiting }));
    else {
      const due = digests === 0 ? 'no digest waited' : tellMadeDue(digests, route, sender, now);
      console.log(`route ${id} is enabled: ${due}.`);
      if (waiting > 0) console.log(tellWaiting(waiting, route, sender));
    }
    if (kept.length > own.length) console.error(tellOtherType(kept.length - own.length, route, options));
  });
}

function tellWaiting(waiting: number, { when }: Route, sender: string | null): string {
  const wait = waiting === 1 ? 'waits' : 'wait';
  const sent = sender === null ? 'with the next run' : 'within a minute';
  const orLater = when === 'immediately' ? '' : " if the route's time has passed, otherwise at its next time";
  return `${counted(waiting, 'signal')} ${wait} for a digest, sent ${sent}${orLater}.`;
}
