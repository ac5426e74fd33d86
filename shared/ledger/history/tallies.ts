import type { HourOfCalls, HourTally } from '../../domain/history/history.ts';
import type { Lane } from '../../domain/upstream/breaker.ts';
import { callsKey, callsPk, tallyKey, tallyPk } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { numberOf } from '../table/read-item.ts';
import { queryAll } from '../table/read-many.ts';
import type { Item, TableWrite } from '../table/table.ts';
import { monthsBack, rememberedUntil, type Span } from './kept.ts';

const tallyDays = 31;

/** Belongs in the transaction that creates a digest. */
export function addToTally(
  routeId: string,
  add: Pick<HourTally, 'signals' | 'hot' | 'digests'>,
  now: number,
): TableWrite {
  const { signals, hot, digests } = add;
  const set = { expiresAt: rememberedUntil(now, tallyDays), v: 1 };
  return { kind: 'update', key: tallyKey(now, routeId), set, add: { signals, hot, digests } };
}

export function createTallies({ table }: LedgerPorts) {
  return {
    /** Counts recorded signals, for people: after an unknown result, a count is left as it is. */
    async countRecorded(
      add: Pick<HourTally, 'signals' | 'hot' | 'baseline' | 'untaken'>,
      now: number,
    ): Promise<void> {
      const { signals, hot, baseline, untaken } = add;
      const set = { expiresAt: rememberedUntil(now, tallyDays), v: 1 };
      await table.update({ key: tallyKey(now, ''), set, add: { signals, hot, baseline, untaken } });
    },

    /** Stores the calls of a lane in an hour; the same again changes nothing. */
    async storeCalls({ at, lane, calls, refused, perSecond }: HourOfCalls): Promise<void> {
      const expiresAt = rememberedUntil(at, tallyDays);
      await table.put({ ...callsKey(at, lane), calls, refused, perSecond, expiresAt, v: 1 });
    },

    /** By hour and lane, oldest first, without hours in which nothing ran. */
    async readCalls(span: Span): Promise<HourOfCalls[]> {
      const hours: HourOfCalls[] = [];
      for (const month of monthsBack(span).reverse()) {
        for await (const item of queryAll(table, callsPk(month), '')) {
          const [hour, lane] = item.sk.split('#');
          const at = Date.parse(`${hour}:00:00.000Z`);
          if (at < span.since || at > span.until) continue;
          const [calls, refused] = [numberOf(item, 'calls') ?? 0, numberOf(item, 'refused') ?? 0];
          hours.push({ at, lane: lane as Lane, calls, refused, perSecond: numberOf(item, 'perSecond') ?? 0 });
        }
      }
      return hours;
    },

    /** By hour and route, oldest first. Hours of the last 31 days are kept. */
    async readTallies(span: Span): Promise<HourTally[]> {
      const tallies: HourTally[] = [];
      for (const month of monthsBack(span).reverse()) {
        for await (const item of queryAll(table, tallyPk(month), '')) {
          const tally = tallyOf(item);
          if (tally.at >= span.since && tally.at <= span.until) tallies.push(tally);
        }
      }
      return tallies;
    },
  };
}

function tallyOf(item: Item): HourTally {
  const [hour = '', routeId = ''] = item.sk.split(/#(.*)/s);
  return {
    at: Date.parse(`${hour}:00:00.000Z`),
    routeId: routeId === '' ? null : routeId,
    signals: numberOf(item, 'signals') ?? 0,
    hot: numberOf(item, 'hot') ?? 0,
    baseline: numberOf(item, 'baseline') ?? 0,
    untaken: numberOf(item, 'untaken') ?? 0,
    digests: numberOf(item, 'digests') ?? 0,
  };
}
