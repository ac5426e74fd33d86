import type { Command } from 'commander';
import { counted } from '../../shared/domain/counted.ts';
import { dueAt } from '../../shared/domain/routes/due.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';
import { nextSlot } from '../../shared/runtime/cron-times.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { isKeptBy } from '../../view/words/describe-digest.ts';
import { describeMadeDue, describeOtherType, findSender, whenSent } from '../../view/words/when-sent.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { changeLedger, findRoute } from '../open/with-ledger.ts';
import { describeMutes } from './describe-mutes.ts';

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
    const { state: before } = await ledger.routes.read(id);
    await ledger.routes.enable(id, now);
    const kept = (await ledger.digests.listUndelivered(id)).filter((digest) => isKeptBy(before, digest));
    const own = kept.filter(({ destinationType }) => destinationType === route.to.type);
    const digests = await ledger.digests.resend(own, now);
    const waiting = (await ledger.outbox.count(id, now)).signals;
    const sender = findSender(options.stage, isRunning);
    const due = digests === 0 ? 'no digest waited' : describeMadeDue(digests, route, sender, now);
    print(options, { routeId: id, digestsReleased: digests, signalsWaiting: waiting }, [
      `route ${id} is resumed: ${due}.`,
      ...(waiting > 0 ? [describeWaiting(waiting, route, sender, now)] : []),
      ...(waiting > 0 ? await describeMutes(ledger, id, now) : []),
    ]);
    if (kept.length > own.length) console.error(describeOtherType(kept.length - own.length, route, options));
  });
}

function describeWaiting(waiting: number, route: Route, sender: string | null, now: number): string {
  const wait = `${counted(waiting, 'signal')} ${waiting === 1 ? 'waits' : 'wait'} for a digest`;
  if (route.when === 'immediately') return `${wait}; ${whenSent(waiting, route, sender, now)}.`;
  const slot = dueAt(route, now, nextSlot);
  if (slot === null) return `${wait}, but no time of the route comes any more: change its \`when\`.`;
  return `${wait}, sent at the route's next time, ${formatTime(slot, zoneOf(route))}.`;
}
