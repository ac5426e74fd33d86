import type { HourOfCalls, HourTally } from '../../domain/history/history.ts';
import type { Lane } from '../../domain/lane.ts';
import { monthsBack, rememberedUntil, type TimeSpan } from '../items/kept.ts';
import { callsKey, callsPk, tallyKey, tallyPk } from '../items/keys.ts';
import { numberOf, queryAll } from '../table/read-item.ts';
import type { Item, LedgerPorts, TableWrite } from '../table/table.ts';

const tallyDays = 31;

/** The transaction that creates a digest needs it. */
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
  /** The oldest comes first. */
  const readHours = async <Hour extends { readonly at: number }>(
    { since, until }: TimeSpan,
    pkOf: (month: string) => string,
    hourOf: (item: Item) => Hour,
  ): Promise<Hour[]> => {
    const hours: Hour[] = [];
    for (const month of monthsBack({ since, until }).reverse()) {
      for await (const item of queryAll(table, pkOf(month), '')) hours.push(hourOf(item));
    }
    return hours.filter(({ at }) => at >= since && at <= until);
  };

  return {
    /** The counts are for people: after an unknown result, a count is left as it is. */
    async countRecorded(
      add: Pick<HourTally, 'signals' | 'hot' | 'baseline' | 'untaken'>,
      now: number,
    ): Promise<void> {
      const { signals, hot, baseline, untaken } = add;
      const set = { expiresAt: rememberedUntil(now, tallyDays), v: 1 };
      await table.update({ key: tallyKey(now, ''), set, add: { signals, hot, baseline, untaken } });
    },

    /** The same calls of an hour again change nothing. */
    async storeCalls({ at, lane, calls, refused, perSecond }: HourOfCalls): Promise<void> {
      const expiresAt = rememberedUntil(at, tallyDays);
      await table.put({ ...callsKey(at, lane), calls, refused, perSecond, expiresAt, v: 1 });
    },

    /** The oldest comes first. Hours in which nothing ran are left out. */
    readCalls: (span: TimeSpan): Promise<HourOfCalls[]> => readHours(span, callsPk, callsOf),

    /** The oldest comes first. Hours of the last 31 days are kept. */
    readTallies: (span: TimeSpan): Promise<HourTally[]> => readHours(span, tallyPk, tallyOf),
  };
}

function callsOf(item: Item): HourOfCalls {
  const [hour, lane] = item.sk.split('#');
  return {
    at: Date.parse(`${hour}:00:00.000Z`),
    lane: lane as Lane,
    calls: numberOf(item, 'calls') ?? 0,
    refused: numberOf(item, 'refused') ?? 0,
    perSecond: numberOf(item, 'perSecond') ?? 0,
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
