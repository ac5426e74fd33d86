import type { BridgeRecord } from './bridges.ts';
import type { Buyer } from './buyers.ts';
import type { ColumnPlan, RowDraft } from './columns.ts';
import { type Draw, drawFor } from './draw.ts';
import type { World } from './world.ts';

export const rowStatuses = ['New', 'Actioned', 'Saved', 'Attending', 'Sponsoring', 'NotInterested'] as const;

/** Times in milliseconds since the epoch. */
export interface Row extends Omit<RowDraft, 'draw'> {
  readonly rowId: string;
  readonly bridge: BridgeRecord;
  status: string;
  updatedAt: number;
  readonly entity: { readonly id: string; readonly type: string } | null;
  /** Cells by display name; the cell of a computed column is wrapped. */
  readonly columns: Readonly<Record<string, unknown>>;
}

export type RowTimes = Pick<Row, 'signalDate' | 'updatedAt'>;

/** A caller may set these values; the rest is drawn. */
export type RowWishes = {
  /** `columns`: bare values by display name. `buyer` null: the row belongs to no buyer. */
  readonly [Field in 'rowId' | 'bridge' | 'buyer' | 'name' | 'status' | 'hotness' | 'columns']?:
    | Row[Field]
    | undefined;
};

/** Makes the row with this number: the same for the same world, times and wishes, whatever rows were created before it. */
export function makeRow(world: World, ordinal: number, times: RowTimes, wishes: RowWishes = {}): Row {
  const draw = drawFor(world.plan.seed, 'row', ordinal);
  const drawnBridge = draw.pick(world.bridges);
  const drawnBuyer = pickBuyer(world, draw);
  const drawnHotness = draw.next() ** 1.7;
  const bridge = wishes.bridge ?? drawnBridge;
  const buyer = wishes.buyer === undefined ? drawnBuyer : wishes.buyer;
  const hotness = wishes.hotness ?? drawnHotness;
  const drawnName = bridge.rowName(draw, buyer);
  const name = wishes.name ?? drawnName;
  const draft = { draw, buyer, name, hotness, signalDate: times.signalDate };
  const processedAt = new Date(times.updatedAt - draw.between(2, 600) * 1_000).toISOString();
  const cellOf = (column: ColumnPlan) => {
    const wished = wishes.columns?.[column.name];
    const value = wished === undefined ? column.fill(draft) : wished;
    if (!column.computed) return value;
    if (wished !== undefined || draw.chance(0.96)) return { value, status: 'Processed', processedAt };
    return { value: null, status: draw.pick(unfinished), processedAt: null };
  };
  return {
    rowId: wishes.rowId ?? draw.uuid,
    bridge,
    buyer,
    name,
    ...times,
    hotness,
    entity: entityOf(world, ordinal, bridge, buyer),
    columns: Object.fromEntries(bridge.columns.map((column) => [column.name, cellOf(column)])),
    status: wishes.status ?? (draw.chance(0.85) ? 'New' : draw.pick(rowStatuses)),
  };
}

const unfinished = ['NotProcessed', 'Queued', 'Processing', 'Failed', 'Skipped'];

/** Rows of several bridges are about so many projects of a buyer. */
const projects = 2;

function entityOf(
  { plan: { seed } }: World,
  ordinal: number,
  { entityType, sharesProjects }: BridgeRecord,
  buyer: Buyer | null,
): Row['entity'] {
  const draw = drawFor(seed, 'entity', ordinal);
  if (entityType === null) return null;
  if (sharesProjects && buyer && draw.chance(0.6)) {
    const { uuid: id } = drawFor(seed, 'project', buyer.buyerId, draw.between(1, projects));
    return { id, type: 'Opportunity' };
  }
  return { id: entityType === 'Buyer' && buyer ? buyer.buyerId : draw.uuid, type: entityType };
}

function pickBuyer({ watched }: World, draw: Draw): Buyer {
  let left = draw.next() * watched.reduce((sum, buyer) => sum + buyer.weight, 0);
  const drawn = watched.find((buyer) => {
    left -= buyer.weight;
    return left <= 0;
  });
  return drawn ?? draw.pick(watched);
}
