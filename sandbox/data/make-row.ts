import type { BridgeRecord, Column } from './bridges.ts';
import type { Buyer } from './buyers.ts';
import { type Draw, drawFor } from './draw.ts';
import type { World } from './world.ts';

export const rowStatuses = ['New', 'Actioned', 'Saved', 'Attending', 'Sponsoring', 'NotInterested'] as const;

/** Times in milliseconds since the epoch. */
export interface NewRow {
  readonly rowId: string;
  readonly bridge: BridgeRecord;
  readonly buyer: Buyer | null;
  readonly name: string;
  readonly status: string;
  readonly signalDate: number;
  readonly arrivedAt: number;
  readonly hotness: number;
  readonly organizerId: string | null;
  readonly opportunityId: string | null;
  readonly entity: { readonly id: string; readonly type: string } | null;
  /** By display name; the cell of a computed column is wrapped. */
  readonly columns: Readonly<Record<string, unknown>>;
}

/** The values that a caller may set; the rest is drawn. */
export interface RowWishes {
  readonly rowId?: string;
  readonly bridge?: BridgeRecord | undefined;
  /** null: the row belongs to no buyer. */
  readonly buyer?: Buyer | null | undefined;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly hotness?: number | undefined;
  /** Bare values by display name. */
  readonly columns?: Readonly<Record<string, unknown>> | undefined;
}

/** The row with this number: the same for the same world, times and wishes, whatever rows were created before it. */
export function makeRow(
  world: World,
  ordinal: number,
  times: { readonly signalDate: number; readonly arrivedAt: number },
  wishes: RowWishes = {},
): NewRow {
  const draw = drawFor(world.plan.seed, 'row', ordinal);
  const drawnBridge = draw.pick(world.bridges);
  const drawnBuyer = pickBuyer(world, draw);
  const drawnHotness = draw.next() ** 1.7;
  const bridge = wishes.bridge ?? drawnBridge;
  const buyer = wishes.buyer === undefined ? drawnBuyer : wishes.buyer;
  const hotness = wishes.hotness ?? drawnHotness;
  const drawnName = bridge.plan.rowName(draw, buyer);
  const name = wishes.name ?? drawnName;
  const draft = { draw, buyer, name, hotness, ...times };
  const columns: Record<string, unknown> = {};
  for (const column of bridge.columns) {
    const wished = wishes.columns?.[column.name];
    const filled = column.plan.fill(draft);
    columns[column.name] = cell(column, wished === undefined ? filled : wished, times.arrivedAt, draw, {
      settled: wished !== undefined,
    });
  }
  const entity = entityOf(world, ordinal, bridge, buyer);
  return {
    rowId: wishes.rowId ?? draw.uuid,
    bridge,
    buyer,
    name,
    status: wishes.status ?? (draw.chance(0.85) ? 'New' : draw.pick(rowStatuses)),
    ...times,
    hotness,
    organizerId: drawFor(world.plan.seed, 'organizer').uuid,
    opportunityId: entity?.type === 'Opportunity' ? entity.id : null,
    entity,
    columns,
  };
}

/** The number of a buyer's projects that rows of several bridges are about. */
const projects = 2;

function entityOf(
  { plan: { seed } }: World,
  ordinal: number,
  { plan }: BridgeRecord,
  buyer: Buyer | null,
): NewRow['entity'] {
  const draw = drawFor(seed, 'entity', ordinal);
  if (plan.entityType === null) return null;
  if (plan.sharesProjects && buyer && draw.chance(0.6)) {
    const { uuid: id } = drawFor(seed, 'project', buyer.buyerId, draw.between(1, projects));
    return { id, type: 'Opportunity' };
  }
  return { id: plan.entityType === 'Buyer' && buyer ? buyer.buyerId : draw.uuid, type: plan.entityType };
}

/** A cell as known services return computed values. */
interface WrappedCell {
  readonly value: unknown;
  readonly status: string;
  readonly processedAt: string | null;
}

const unfinished: readonly string[] = ['NotProcessed', 'Queued', 'Processing', 'Failed', 'Skipped'];

function cell(
  column: Column,
  value: unknown,
  arrivedAt: number,
  draw: Draw,
  { settled }: { settled: boolean },
): unknown {
  if (!column.computed) return value;
  if (!settled && draw.chance(0.04)) {
    return { value: null, status: draw.pick(unfinished), processedAt: null } satisfies WrappedCell;
  }
  const processedAt = new Date(arrivedAt - draw.between(2, 600) * 1_000).toISOString();
  return { value, status: 'Processed', processedAt } satisfies WrappedCell;
}

function pickBuyer({ watched }: World, draw: Draw): Buyer {
  let left = draw.next() * watched.reduce((sum, buyer) => sum + buyer.weight, 0);
  const drawn = watched.find((buyer) => {
    left -= buyer.weight;
    return left <= 0;
  });
  return drawn ?? draw.pick(watched);
}
