import { clocksMs } from '../../domain/clock.ts';
import { isRecord } from '../../domain/is-record.ts';
import { keptText } from '../../domain/signals/limit-text.ts';
import type { KnownSummary } from '../../domain/signals/outbox.ts';
import type { BuyerSummary, SummaryAnswer, SummaryClaim } from '../../domain/signals/summary.ts';
import { dueAttributes, summaryKey } from '../items/keys.ts';
import { above, all, any, atMost, below, equals, ifHolds, missing, tryIfHolds } from '../table/conditions.ts';
import { numberOf, parsedOf, stringOf } from '../table/read-item.ts';
import type { Item, LedgerPorts, TableUpdate } from '../table/table.ts';

/** A summary this fresh is not requested again; a 404 is remembered for a day. */
const freshMs = 15 * 60_000;
const noneMs = 24 * 3_600_000;

export function createSummaries(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /** The sweep requests a wanted summary even if the queue's message is lost. False if a fresh summary exists. */
    async request(buyerId: string, now: number, askUntil: number): Promise<boolean> {
      const key = summaryKey(buyerId);
      const condition = any(
        missing('state'),
        equals('state', 'WANTED'),
        equals('state', 'GIVEN_UP'),
        // A wrong clock wrote a later time.
        above('fetchedAt', now + clocksMs),
        all(equals('state', 'READY'), below('fetchedAt', now - freshMs)),
        all(equals('state', 'NONE'), below('fetchedAt', now - noneMs)),
      );
      const set = { state: 'WANTED', askUntil, asks: 0, v: 1, ...dueAttributes(key, now) };
      return (await tryIfHolds(ports, () => table.update({ key, set, condition }))).holds;
    },

    /** One fetch at a time has the lease for a buyer; null if no summary is wanted or another fetch holds it. */
    async claim(buyerId: string, now: number, leaseMs: number): Promise<SummaryClaim | null> {
      const key = summaryKey(buyerId);
      const item = await table.get(key);
      if (!item) return null;
      const before = numberOf(item, 'fence');
      const fence = (before ?? 0) + 1;
      const asks = (numberOf(item, 'asks') ?? 0) + 1;
      const condition = all(
        equals('state', 'WANTED'),
        // If two messages name one buyer, the second finds nothing due.
        atMost('dueAt', now),
        any(missing('leaseUntil'), atMost('leaseUntil', now), above('leaseUntil', now + leaseMs + clocksMs)),
        before === null ? missing('fence') : equals('fence', before),
      );
      const set = { fence, asks, leaseUntil: now + leaseMs, ...dueAttributes(key, now + leaseMs) };
      const { holds } = await ifHolds(table.update({ key, set, condition }));
      return holds ? { buyerId, fence, asks } : null;
    },

    /** Stores the answer if the lease is still held; gives up once `askUntil` has passed. */
    async settle(claim: SummaryClaim, answer: SummaryAnswer, now: number): Promise<void> {
      const key = summaryKey(claim.buyerId);
      const condition = all(equals('state', 'WANTED'), equals('fence', claim.fence));
      const undue = ['dueShard', 'dueAt', 'leaseUntil'];
      const change = async (): Promise<Pick<TableUpdate, 'set' | 'remove'>> => {
        if (answer.result === 'ready') {
          const text = keptText(answer.summary);
          return { set: { state: 'READY', fetchedAt: now, text }, remove: undue };
        }
        if (answer.result === 'none') {
          return { set: { state: 'NONE', fetchedAt: now }, remove: [...undue, 'text'] };
        }
        if (answer.result === 'pending') {
          const askUntil = numberOf((await table.get(key)) ?? {}, 'askUntil') ?? 0;
          if (now < askUntil) return { set: dueAttributes(key, answer.askAgainAt), remove: ['leaseUntil'] };
        }
        return { set: { state: 'GIVEN_UP' }, remove: undue };
      };
      // The condition fails if the lease was lost or an earlier try of this write was applied: both are fine.
      await tryIfHolds(ports, async () => table.update({ key, ...(await change()), condition }));
    },

    async read(buyerId: string): Promise<KnownSummary | undefined> {
      const item = await table.get(summaryKey(buyerId));
      return item && summaryOf(item);
    },
  };
}

function summaryOf(item: Item): KnownSummary | undefined {
  const state = summaryStates[stringOf(item, 'state') ?? ''];
  if (state === undefined) return undefined;
  const fetchedAt = numberOf(item, 'fetchedAt') ?? undefined;
  if (state === 'none') return { state, summary: null, fetchedAt };
  if (state !== 'ready') return { state, summary: null };
  const parsed = parsedOf(item, 'text');
  // A damaged summary must not block a signal; after `given-up`, the next hot signal fetches it again.
  return isRecord(parsed)
    ? { state, summary: parsed as unknown as BuyerSummary, fetchedAt }
    : { state: 'given-up', summary: null };
}

const summaryStates: Readonly<Record<string, KnownSummary['state']>> = {
  WANTED: 'wanted',
  READY: 'ready',
  NONE: 'none',
  GIVEN_UP: 'given-up',
};
