import type { HourTally, KnownBuyer } from '../../domain/history/history.ts';
import { knownBuyerKey, knownBuyersPk, tallyKey, tallyPk } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import { queryAll } from '../table/read-many.ts';
import type { Item, TableWrite } from '../table/table.ts';
import { monthsBack, rememberedUntil, type Span } from './kept.ts';

const tallyDays = 31;

/** New signals of a buyer. */
export interface NewOfBuyer {
  readonly buyerId: string;
  readonly name: string | null;
  readonly signals: number;
  readonly hot: number;
  readonly baseline: number;
}

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

/** Counts for people: after an unknown result, a count is left as it is. */
export function createTallies({ table }: LedgerPorts) {
  return {
    /** Counts what was recorded of a buyer. */
    async countRecorded({ buyerId, name, signals, hot, baseline }: NewOfBuyer, now: number): Promise<void> {
      const inHour = { expiresAt: rememberedUntil(now, tallyDays), v: 1 };
      await table.update({ key: tallyKey(now, ''), set: inHour, add: { signals, hot, baseline } });
      const shown = { ...(name === null ? {} : { name }), lastSignalAt: now };
      const set = { ...shown, expiresAt: rememberedUntil(now), v: 1 };
      await table.update({ key: knownBuyerKey(buyerId), set, add: { signals, hot } });
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

    /** The buyers with signals of the last 90 days. */
    async listKnownBuyers(): Promise<KnownBuyer[]> {
      const buyers: KnownBuyer[] = [];
      for await (const item of queryAll(table, knownBuyersPk, '')) buyers.push(knownBuyerOf(item));
      return buyers;
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
    digests: numberOf(item, 'digests') ?? 0,
  };
}

function knownBuyerOf(item: Item): KnownBuyer {
  return {
    buyerId: item.sk,
    name: stringOf(item, 'name'),
    signals: numberOf(item, 'signals') ?? 0,
    hot: numberOf(item, 'hot') ?? 0,
    lastSignalAt: numberOf(item, 'lastSignalAt') ?? 0,
  };
}
