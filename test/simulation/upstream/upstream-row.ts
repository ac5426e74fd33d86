import { unreadableIdOf } from '../../../functions/poll-signals/signal-source.ts';
import { shownFrom } from '../parts/answer-rules.ts';
import { day, type Plan } from '../parts/plan.ts';
import type { RowPlan } from '../parts/row-plan.ts';
import { actedStatuses, type RowStatus, type UpstreamRow } from '../parts/upstream.ts';

export function createRow(world: Plan, plan: RowPlan, now: number, steady: boolean): UpstreamRow {
  const { buyerId } = plan;
  const bridgeName = world.bridgeNames.get(plan.bridgeId) ?? null;
  const isComputed = plan.stage === undefined || plan.stage.knownAt <= now;
  const json = writeRow({ plan, bridgeName, buyerId, capitals: false, isComputed }, now, firstScore(plan));
  const signalId = plan.unreadable ? unreadableIdOf(buyerId, json) : `${plan.bridgeId}#${plan.rowId}`;
  return {
    plan,
    bridgeName,
    status: 'New',
    statuses: [{ at: now, status: 'New' }],
    buyerId,
    buyers: new Set([buyerId]),
    capitals: false,
    isComputed,
    isShown: false,
    steady,
    visibleAt: shownFrom(world, { operation: 'list', id: buyerId }, now + world.indexLagMs),
    updates: [now],
    json,
    shown: null,
    signalId,
  };
}

/** Deleted rows stay so. Somebody who acts on a row does to each what its number says. */
export function setStatus(row: UpstreamRow, kind: 'act' | 'return' | 'delete', now: number): void {
  const acted = actedStatuses[row.plan.index % actedStatuses.length] as RowStatus;
  const status = kind === 'act' ? acted : kind === 'return' ? 'New' : 'Deleted';
  if (row.status === 'Deleted') return;
  row.status = status;
  row.statuses.push({ at: now, status });
}

export function moveTo(world: Plan, row: UpstreamRow, buyerId: string): void {
  const [arrivedAt = 0] = row.updates;
  row.visibleAt = shownFrom(world, { operation: 'list', id: buyerId }, arrivedAt + world.indexLagMs);
  row.buyerId = buyerId;
  row.buyers.add(buyerId);
}

/** `movedAt` is null for a change that leaves `updatedAt` as it was. */
export function rewrite(row: UpstreamRow, movedAt: number | null): void {
  if (movedAt !== null) row.updates.push(movedAt);
  const { plan, updates } = row;
  // One that can't be read is known by its values, and would be another one with a new score.
  const isScored = !plan.unreadable && updates.length > 1;
  row.json = writeRow(row, updates.at(-1) ?? 0, isScored ? plan.score : firstScore(plan));
}

/** The change that a row is sorted by, which lags behind; null while it is not shown at all. */
export function sortedAt({ plan, updates }: UpstreamRow, now: number): number | null {
  const { rowLagMs, updatedAheadMs = 0 } = plan;
  const changedAt = rowLagMs === null ? undefined : updates.findLast((at) => at + rowLagMs <= now);
  return changedAt === undefined ? null : changedAt + updatedAheadMs;
}

/** As the rows of its bridge show it. */
export function rowJson(row: UpstreamRow): string {
  const { json, plan, updates, buyerId } = row;
  if (!plan.unreadable) {
    if (row.shown?.of !== json) row.shown = { of: json, text: rowOf(json) };
    return row.shown.text;
  }
  // A bridge's rows have ids, also where the list of signals shows something unreadable.
  return JSON.stringify({ rowId: plan.rowId, buyerId, ...timesOf(plan, updates.at(-1) ?? 0) });
}

/** What a row says about its times. */
function timesOf({ updatedAheadMs = 0, createdAt = null, zoneMs = 0, isBare }: RowPlan, changedAt: number) {
  const write = (time: number): string =>
    new Date(time + zoneMs).toISOString().slice(0, isBare ? -1 : undefined);
  return {
    updatedAt: write(changedAt + updatedAheadMs),
    ...(createdAt === null ? {} : { createdAt: write(createdAt) }),
  };
}

/** So far away that no clock of an instance changes it. */
const past = '2020-01-31';
const ahead = '2099-12-31';

/** The last day on which something can be handed in: of every fourth row it is past, and of every fourth far ahead. */
export function dueDayOf({ index, due }: RowPlan): string | undefined {
  return due ?? [past, ahead][index % 4];
}

/**
 * Whether the deadline of a row has passed at that time, in milliseconds since the epoch. A day ends with its end in UTC,
 * the zone of every route where a row's day is near.
 */
export function isClosed(plan: RowPlan, at: number): boolean {
  const dueDay = dueDayOf(plan);
  return dueDay !== undefined && Date.parse(dueDay) + day <= at;
}

function dueColumn(plan: RowPlan): { readonly 'Due Date'?: string } {
  const dueDay = dueDayOf(plan);
  return dueDay === undefined ? {} : { 'Due Date': dueDay };
}

/** The filter type that the service shows of a bridge; null where it shows none. */
function shownType(bridgeId: string): 'RFP' | 'Meeting' | null {
  return (['RFP', 'Meeting', null] as const)[Number.parseInt(bridgeId.slice(0, 2), 16) % 3] ?? null;
}

const queued = { value: null, status: 'Queued', processedAt: null };

function computed(value: string | null) {
  return { value, status: 'Processed', processedAt: null };
}

function firstScore({ scoredLate, score }: RowPlan): unknown {
  return scoredLate ? queued : score;
}

function writeRow(
  {
    plan,
    bridgeName,
    buyerId,
    capitals,
    isComputed,
  }: Pick<UpstreamRow, 'plan' | 'bridgeName' | 'buyerId' | 'capitals' | 'isComputed'>,
  updatedAt: number,
  score: unknown,
): string {
  const spelled = (id: string): string => (capitals ? id.toUpperCase() : id);
  const bridgeId = spelled(plan.bridgeId);
  const columns = {
    Buyer: 'Springfield',
    'Match Score': score,
    ...dueColumn(plan),
    ...(plan.owner === undefined ? {} : { Owner: plan.owner }),
    ...(plan.stage === undefined ? {} : { Stage: isComputed ? computed(plan.stage.word) : queued }),
    ...(plan.large ? { Text: 'x'.repeat(310_000) } : {}),
    ...(plan.textLength === undefined ? {} : { Story: 'x'.repeat(plan.textLength) }),
  };
  const row = {
    ...(plan.unreadable ? {} : { rowId: spelled(plan.rowId) }),
    bridgeId,
    buyerId: spelled(buyerId),
    name: `Row ${plan.index}`,
    ...timesOf(plan, updatedAt),
    columns,
    entity: { id: `entity-${plan.index % 3}` },
  };
  return JSON.stringify({
    bridge: { bridgeId, name: bridgeName, filterType: shownType(plan.bridgeId) },
    row,
  });
}

function rowOf(signalJson: string): string {
  return JSON.stringify((JSON.parse(signalJson) as { row: unknown }).row);
}
