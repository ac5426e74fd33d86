import { clocksMs } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { dayMs, hourMs } from '../../shared/domain/duration.ts';
import { regularAt } from '../../shared/domain/polling/due.ts';
import type { PollPlan, Scheduled } from '../../shared/domain/polling/poll-plan.ts';
import type { DueBuyer } from '../../shared/ledger/polling/due-buyers.ts';
import { findWatched, listWatched, withoutExcepted } from '../lookups/read-watched.ts';
import type { Gathered } from './gather-from-bridges.ts';
import type { TickPorts } from './ports.ts';

export interface DueBuyers {
  readonly named: readonly string[];
  /** The other due buyers: their time has come, or every buyer is due. */
  readonly others: readonly string[];
  /** All watched buyers, counted; absent if not all of them were read. */
  readonly buyers?: number;
  /** Every watched buyer has a due time now; absent if that was not ensured. */
  readonly scheduled?: Scheduled;
}

const writesAtOnce = 8;
/** A part of the handler's `sendMs` stores some due times, also where reading rows takes all of its time. */
const scheduleMs = 20_000;

/** Every watched buyer gets a due time, and no other keeps one, if the config changed, and once a day. */
export async function findDue(
  ports: TickPorts,
  plan: PollPlan,
  gathered: Gathered,
  { now, everyone, dryRun }: { readonly now: number; readonly everyone: boolean; readonly dryRun: boolean },
): Promise<DueBuyers> {
  const { ledger, watch } = ports;
  const { named, met } = gathered;
  const scheduled = { at: now, watch: ledger.polls.fingerprintOf(watch) };
  const isScheduled = plan.scheduled?.watch === scheduled.watch && Math.abs(now - plan.scheduled.at) < dayMs;
  const due = await ledger.buyers.listDue(now);
  if (!everyone && isScheduled) {
    const watched = await findWatched(ports, named, met);
    return split([...withoutExcepted(watch, [...watched, ...due.keys()])]);
  }
  const watched = await listWatched(ports);
  const known = isScheduled ? null : await ledger.buyers.listScheduled();
  // Its moment of a longer `watch.allEvery`, before the config changed, may be a day ahead.
  const isInTime = ({ dueAt, isFailing }: DueBuyer): boolean =>
    isFailing || dueAt <= now + watch.allEveryMs + clocksMs;
  const hasTime = (own: DueBuyer | undefined): boolean => own !== undefined && isInTime(own);
  const unscheduled = known === null ? [] : [...watched].filter((id) => !hasTime(known.get(id)));
  // Due buyers are checked each time: one that is due and not polled looks like one that waits.
  const unwatched = [...(known ?? due)].filter(([buyerId]) => !watched.has(buyerId));
  const retired = unwatched.filter(([buyerId, own]) => !isWoken(ports, buyerId, own, now));
  const isDone =
    !dryRun &&
    (await inTime(ports, unscheduled, (buyerId) => ledger.buyers.wake(buyerId, now))) &&
    (await inTime(ports, retired, ([buyerId, { dueAt }]) => ledger.buyers.retire(buyerId, dueAt))) &&
    retired.length === unwatched.length;
  const chosen = everyone ? [...watched] : [...named, ...due.keys(), ...unscheduled];
  return {
    ...split(chosen.filter((buyerId) => watched.has(buyerId))),
    buyers: watched.size,
    ...(isDone && !isScheduled ? { scheduled } : {}),
  };

  function split(buyerIds: readonly string[]): Pick<DueBuyers, 'named' | 'others'> {
    const distinct = [...new Set(buyerIds)].sort();
    return {
      named: [],
      others: [],
      ...Object.groupBy(distinct, (id) => (named.has(id) ? 'named' : 'others')),
    };
  }
}

/** Leaves the rest to the next tick, so that the polls are queued in any case. False if some is left. */
async function inTime<Item>(
  { clock, deadline }: TickPorts,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<boolean> {
  let isAll = true;
  await inParallel(items, writesAtOnce, async (item) => {
    if (clock.now() < deadline + scheduleMs) await work(item);
    else isAll = false;
  });
  return isAll;
}

/** It may not be in its roster yet. A failing one, whose time is always near, was in a roster before. */
function isWoken(
  { watch }: TickPorts,
  buyerId: string,
  { dueAt, isFailing }: DueBuyer,
  now: number,
): boolean {
  if (isFailing || watch.except?.buyers.includes(buyerId)) return false;
  const isRegular = dueAt === regularAt(buyerId, dueAt - 1, watch.allEveryMs);
  return !isRegular && Math.abs(now - dueAt) <= hourMs;
}
