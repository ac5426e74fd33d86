import { beginElsewhere } from '../../shared/domain/concurrency.ts';
import { isLeftOut } from '../../shared/domain/polling/left-out.ts';
import { isHeard, type PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import type { WatchSettings } from './ports.ts';

const mostBridges = 50;
const mostPages = 10;

export function chooseAnnouncers(plan: PollPlan, watch: WatchSettings, now: number) {
  const watched = new Set(watch.bridges);
  const learned = [...plan.marks.values()]
    .filter((mark) => !watched.has(mark.bridgeId) && !isLeftOut(watch, mark.bridgeId) && isHeard(mark, now))
    .map(({ bridgeId }) => bridgeId);
  const bridges = watched.size + learned.length;
  const buyers = Math.max(watch.buyers.length, plan.buyers ?? 0);
  return {
    /** Bridges that are not watched, but that signals came from. */
    learned,
    // Reading changed rows must cost at most half of polling every buyer.
    mostPages: Math.max(1, Math.min(mostPages, Math.floor(buyers / bridges / 2))),
    /** The reason why every buyer is due, whatever the rows say; null if the rows decide. */
    everyone: whyEveryone(),
  };

  function whyEveryone(): string | null {
    if (watch.allEveryMs <= watch.everyMs) return 'watch.allEvery is no longer than watch.every';
    if (plan.buyers === null) return 'no earlier tick is known';
    if (buyers <= watch.everyoneUpTo) return `there are at most ${watch.everyoneUpTo} buyers`;
    if (plan.unannouncedUntil !== null) return 'no changed row announced the new signals of two buyers';
    if (bridges === 0) return 'no bridge with signals is known yet';
    return bridges > mostBridges ? `signals come from more than ${mostBridges} bridges` : null;
  }
}

/** The order changes each time: in a fixed one the same would always come last, and be cut off by a pause. */
export function beginAnywhere<One>(all: readonly One[], now: number): readonly One[] {
  const minutes = Math.floor(now / 60_000);
  // Consecutive ticks start far apart: the minutes alone could always give the same start for some number.
  return beginElsewhere(all, Math.imul(minutes, 0x9e3779b1) >>> 0);
}
