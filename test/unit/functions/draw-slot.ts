import fc from 'fast-check';
import type { ColumnInfo } from '../../../shared/domain/rows/columns.ts';
import type { KnownSummary, OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { exampleSummary } from '../../support/examples/example-digest.ts';
import { exampleEntry, exampleRow, rowUuid } from '../../support/examples/example-signals.ts';

/** A signal whose money and reason no other has, and the words for them that a message must have at its link. */
export interface DrawnSignal {
  readonly entry: OutboxEntry;
  readonly buyer: number;
  readonly entity: number | null;
  /** As a heading names the owner, whose row may write it otherwise. */
  readonly owner: string;
  readonly told: { readonly money: string; readonly day: string; readonly reason: string };
  /** In millions. */
  readonly amount: number;
}

export interface DrawnSlot {
  readonly signals: readonly DrawnSignal[];
  readonly isByOwner: boolean;
  /** Whether the config says what columns mean; else no signal has a deadline or an owner. */
  readonly isDeclared: boolean;
  readonly hasActions: boolean;
  readonly summaries: ReadonlyMap<string, KnownSummary>;
}

interface Draw {
  readonly hot: boolean;
  readonly buyer: number;
  readonly bridge: number;
  readonly entity: number | null;
  readonly day: (typeof days)[number];
  readonly hasTime: boolean;
  readonly currency: '$' | '€';
  readonly byRank: boolean;
  readonly isCalledByBuyer: boolean;
  readonly owner: (typeof owners)[number];
}

/** How rows write an owner, and how messages do. */
const owners = [
  ...(['Dev Patel', 'Ann Lee', 'Dev Patel; Ann Lee'] as const).map((one) => [one, one] as const),
  ['DEV  patel <dpatel@example.com>', 'Dev Patel'],
  ['dev.patel@example.com', 'Dev Patel'],
  ['Ann Lee; Dev Patel', 'Dev Patel; Ann Lee'],
  ['', 'Unowned'],
  ['N/A', 'Unowned'],
] as const;

/** As from a Saturday morning: in the week after it, and later. */
const days = ['2026-11-24', '2026-11-27', '2026-12-04', '2026-12-29'] as const;
const months: Readonly<Record<string, string>> = { 11: 'Nov', 12: 'Dec' };

/** Two bridges whose columns are known, in two currencies, and one whose columns aren't. */
const bridges = [
  { bridgeId: 'cccccccc-0000-4000-8000-000000000001', bridgeName: 'Tenders', currency: '$' },
  { bridgeId: 'cccccccc-0000-4000-8000-000000000002', bridgeName: 'Contract ends', currency: '€' },
  { bridgeId: 'cccccccc-0000-4000-8000-000000000003', bridgeName: 'News', currency: null },
] as const;

export async function readDrawnColumns(bridgeId: string): Promise<readonly ColumnInfo[] | undefined> {
  const bridge = bridges.find((one) => one.bridgeId === bridgeId);
  if (!bridge?.currency) return undefined;
  const info = { currency: null, labels: {}, analysed: false, internal: false };
  return [
    { ...info, name: 'Due Date', format: 'date' },
    { ...info, name: 'Value', format: 'currencyUnit', currency: bridge.currency === '$' ? 'USD' : 'EUR' },
    { ...info, name: 'Account Owner', format: 'text' },
  ];
}

const buyerIdOf = (buyer: number): string => `bbbbbbbb-0000-4000-8000-${String(buyer).padStart(12, '0')}`;
export const buyerNameOf = (buyer: number): string => `Buyer ${buyer} County`;
export const addressOf = ({ signal }: OutboxEntry): string => `/rows/${signal?.rowId}`;

function drawSignal(draw: Draw, index: number): DrawnSignal {
  const { bridgeId, bridgeName, currency: known } = bridges[draw.bridge] ?? bridges[0];
  const currency = known ?? draw.currency;
  const [buyerId, buyerName] = [buyerIdOf(draw.buyer), buyerNameOf(draw.buyer)];
  const amount = (index + 1) * 1e6;
  const [, month = '', day] = draw.day.split('-');
  const time = `T1${7 + Math.floor(index / 60)}:${String(index % 60).padStart(2, '0')}:00Z`;
  const reason = draw.byRank
    ? ({ rule: 'rank', rank: 1, of: 5_000 + index } as const)
    : ({ rule: 'column', name: 'Match Score', value: 1_000 + index, atLeast: 90 } as const);
  const columns = {
    'Due Date': draw.hasTime ? draw.day + time : draw.day,
    Value: known ? amount : `${currency}${amount.toLocaleString('en-US')}`,
    'Account Owner': draw.owner[0],
    'Why It Matters': `The board wants a comparison of vendors for T${index}.`,
    'Decision Maker': `Person T${index}`,
  };
  const rowId = rowUuid(index);
  const name = `${draw.isCalledByBuyer ? `${buyerName}: ` : ''}Tender T${index}`;
  const entityId = draw.entity === null ? null : `dddddddd-0000-4000-8000-00000000000${draw.entity}`;
  const row = { buyerId, buyerName, bridgeId, bridgeName, rowId, name, entityId, columns };
  const { hot } = draw;
  return {
    entry: exampleEntry(index, {
      buyerId,
      hot,
      hotBecause: hot ? [reason] : [],
      signal: exampleRow(index, row),
    }),
    buyer: draw.buyer,
    entity: draw.entity,
    owner: draw.owner[1],
    amount: index + 1,
    told: {
      money: `${currency}${index + 1}M`,
      day: `${months[month]} ${Number(day)}`,
      reason: draw.byRank
        ? `1st of ${(5_000 + index).toLocaleString('en-US')} here`
        : `Match Score ${(1_000 + index).toLocaleString('en-US')}`,
    },
  };
}

const summary: fc.Arbitrary<KnownSummary> = fc.constantFrom(
  { state: 'ready', summary: exampleSummary() },
  { state: 'given-up', summary: null },
  { state: 'none', summary: null },
);

/** Of one hot signal, and of 94 at one to many buyers; the others of a buyer may be about the same thing. */
export const drawnSlot: fc.Arbitrary<DrawnSlot> = fc
  .record({
    hot: fc.oneof(fc.nat({ max: 8 }), fc.constantFrom(30, 94)),
    cool: fc.nat({ max: 25 }),
    buyers: fc.constantFrom(1, 2, 5, 30),
    isHotAtOne: fc.boolean(),
    isEntitled: fc.boolean(),
    oneCurrency: fc.boolean(),
    isByOwner: fc.boolean(),
    isDeclared: fc.boolean(),
    hasActions: fc.boolean(),
    seed: fc.array(fc.nat(), { minLength: 121, maxLength: 121 }),
    summaries: fc.array(summary, { minLength: 30, maxLength: 30 }),
  })
  .map(({ hot, cool, buyers, seed, summaries, isHotAtOne, isEntitled, oneCurrency, ...slot }) => {
    const draws = Array.from({ length: Math.max(1, hot + cool) }, (_, index): Draw => {
      let bits = seed[index] ?? 0;
      const pick = (of: number): number => {
        const chosen = bits % of;
        bits = Math.floor(bits / of);
        return chosen;
      };
      const entity = pick(3);
      return {
        hot: index < hot,
        buyer: isHotAtOne && index < hot ? 0 : pick(buyers),
        bridge: oneCurrency ? 2 * pick(2) : pick(3),
        entity: isEntitled && entity < 2 ? entity : null,
        day: days[pick(4)] ?? days[0],
        hasTime: pick(2) === 1,
        currency: oneCurrency || pick(2) === 1 ? '$' : '€',
        byRank: pick(2) === 1,
        isCalledByBuyer: pick(3) === 0,
        owner: owners[pick(owners.length)] ?? owners[0],
      };
    });
    return {
      ...slot,
      signals: draws.map(drawSignal),
      isByOwner: slot.isByOwner && slot.isDeclared,
      summaries: new Map(summaries.map((one, buyer) => [buyerIdOf(buyer), one])),
    };
  });
