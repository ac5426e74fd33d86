import { isoTime } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { isPollDue } from '../../shared/domain/polling/due.ts';
import { isLeftOut } from '../../shared/domain/polling/left-out.ts';
import { askedAgainSeconds, type EventMessage } from '../../shared/domain/polling/poll-message.ts';
import { isHeard } from '../../shared/domain/polling/poll-plan.ts';
import { findWatched, withoutExcepted } from '../lookups/read-watched.ts';
import { groupBuyers } from './plan-polls.ts';
import type { TickPorts } from './ports.ts';
import { readChangedRows } from './read-changed-rows.ts';

/** A hint changes when a buyer is polled, and nothing else: a failure is told and not tried again. */
export async function followEvents(
  ports: TickPorts,
  messages: readonly EventMessage[],
  urgent: 'first' | 'again',
): Promise<void> {
  if (messages.length === 0) return;
  const delay = (error: unknown): void =>
    ports.observe({ kind: 'events-delayed', problem: describeError(error) });
  const named = new Set(messages.flatMap(({ buyerIds = [] }) => buyerIds));
  const bridges = new Set(messages.flatMap(({ bridgeId = [] }) => bridgeId));
  const lagging: EventMessage[] = [];
  try {
    for (const bridgeId of bridges) {
      const found = await readNamed(ports, bridgeId).catch(delay);
      for (const buyerId of found ?? []) named.add(buyerId);
      if (found?.size === 0) lagging.push({ bridgeId, again: true });
    }
    const polled = await pollAtOnce(ports, named, urgent);
    ports.observe({ kind: 'events-followed', named: named.size, polled });
    if (urgent === 'first') await ports.queue('events').send(lagging, askedAgainSeconds);
  } catch (error) {
    delay(error);
  }
}

/** The bridge's mark and its newcomers are the ticks' to store. Undefined for a bridge that no tick has looked at. */
async function readNamed(ports: TickPorts, bridgeId: string): Promise<ReadonlySet<string> | undefined> {
  const { ledger, watch, clock, deadline } = ports;
  if (isLeftOut(watch, bridgeId)) return undefined;
  const mark = await ledger.polls.readMark(bridgeId);
  const isKnown = watch.bridges.includes(bridgeId) || isHeard(mark, clock.now());
  if (!isKnown || mark.lookedAt === null) return undefined;
  return (await readChangedRows(ports, mark, { deadline, mostPages: 1 })).named;
}

const wokenAtOnce = 8;

/** Ticks judge what a first reading finds, and when to try a failing list. Returns how many it queued. */
async function pollAtOnce(
  ports: TickPorts,
  named: ReadonlySet<string>,
  urgent: 'first' | 'again',
): Promise<number> {
  const { ledger, clock, watch, queue } = ports;
  const watched = withoutExcepted(watch, await findWatched(ports, named, new Set()));
  const buyers = (await ledger.buyers.readMany([...watched])).filter(
    ({ state, failingSince, refusals }) => state === 'LIVE' && failingSince === null && refusals === 0,
  );
  if (buyers.length === 0) return 0;
  const taken = buyers.slice(0, await ledger.upstream.takeEventBuyers(buyers.length));
  const at = clock.now();
  const woken = taken.filter((buyer) => !isPollDue(buyer, at));
  await inParallel(woken, wokenAtOnce, ({ buyerId }) => ledger.buyers.wake(buyerId, at));
  const groups = groupBuyers(taken.map(({ buyerId }) => buyerId));
  const common = { slot: isoTime(at), at, because: 'due', urgent } as const;
  await queue('urgent').send(groups.map((buyerIds) => ({ ...common, buyerIds })));
  return taken.length;
}
