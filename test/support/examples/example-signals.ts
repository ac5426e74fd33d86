import type { Signal } from '../../../shared/domain/rows/signal.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import type { NewSignal } from '../../../shared/domain/signals/recording.ts';

export const buyerA = 'aaaaaaaa-0000-4000-8000-000000000001';
export const buyerB = 'bbbbbbbb-0000-4000-8000-000000000002';
export const bridgeId = '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001';

/** `rowUuid(7)`: a row's id that ends in 7. */
export function rowUuid(number: number): string {
  return `5a1f3e6e-2f0e-4a9f-8f2d-${String(number).padStart(12, '0')}`;
}

export function exampleRow(number: number, over: Partial<Signal> = {}): Signal {
  return {
    buyerId: buyerA,
    bridgeId,
    bridgeName: 'Tenders',
    rowId: rowUuid(number),
    name: `Tender ${number}`,
    buyerName: 'Springfield School District',
    updatedAt: '2026-11-20T22:00:00Z',
    columns: { 'Match Score': number },
    ...over,
  };
}

/** To be recorded for the route `crm`: neither of a baseline nor hot, first seen `number` milliseconds after 08:00. */
export function exampleNewSignal(number: number, over: Partial<NewSignal> = {}): NewSignal {
  return {
    buyerId: buyerA,
    signalId: `${bridgeId}#${rowUuid(number)}`,
    firstSeenAt: Date.parse('2026-11-21T08:00:00Z') + number,
    baseline: false,
    hot: false,
    verdicts: [],
    hotnessRank: null,
    releaseAt: null,
    routeIds: ['crm'],
    content: exampleRow(number),
    ...over,
  };
}

/** An entry that waits for nothing; its key is as the ledger makes it. */
export function exampleEntry(number: number, over: Partial<OutboxEntry> = {}): OutboxEntry {
  const firstSeenAt = over.firstSeenAt ?? Date.parse('2026-11-21T07:00:00Z') + number * 1000;
  return {
    routeId: 'crm',
    key: `OUT#${new Date(firstSeenAt).toISOString()}#${bridgeId}#${rowUuid(number)}`,
    buyerId: buyerA,
    firstSeenAt,
    releaseAt: null,
    hot: false,
    hotnessRank: null,
    signal: exampleRow(number, { buyerId: over.buyerId ?? buyerA }),
    ...over,
  };
}
