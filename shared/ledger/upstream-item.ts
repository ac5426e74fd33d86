import type { PauseReason } from '../domain/breaker.ts';
import { afterIdling, type RateState } from '../domain/request-rate.ts';
import { equals, missing } from './conditions.ts';
import { upstreamKey } from './keys.ts';
import { numberOf, stringOf } from './read-item.ts';
import { ConditionFailedError, type Item, type Table } from './table.ts';

/** What all instances share of upstream: the rate, who calls when, and whether anybody calls at all. */
export interface UpstreamState extends RateState {
  readonly ver: number;
  /** The first moment that nobody has reserved yet. */
  readonly nextFreeAt: number;
  /** Upstream asked for a pause until then. */
  readonly heldUntil: number;
  readonly pausedUntil: number;
  /** Kept beyond `pausedUntil`, until a probe went well. */
  readonly pauseReason: PauseReason | null;
  /** In a row. */
  readonly pauses: number;
  /** One call finds out whether upstream is back; until then nobody else does. */
  readonly probeUntil: number;
}

export async function readUpstream(table: Table, now: number): Promise<UpstreamState> {
  const item: Item = (await table.get(upstreamKey)) ?? { ...upstreamKey };
  const reason = stringOf(item, 'pauseReason');
  const nextFreeAt = numberOf(item, 'nextFreeAt') ?? now;
  const heldUntil = numberOf(item, 'heldUntil') ?? 0;
  const rate = {
    ceiling: numberOf(item, 'ceiling'),
    since: numberOf(item, 'since') ?? now,
    halvedAt: numberOf(item, 'halvedAt'),
  };
  return {
    // What lies between the last reserved moment and now, nobody used.
    ...afterIdling(rate, now - Math.max(nextFreeAt, heldUntil), now),
    ver: numberOf(item, 'ver') ?? 0,
    nextFreeAt,
    heldUntil,
    pausedUntil: numberOf(item, 'pausedUntil') ?? 0,
    pauseReason: reason === 'failing' || reason === 'rejected' ? reason : null,
    pauses: numberOf(item, 'pauses') ?? 0,
    probeUntil: numberOf(item, 'probeUntil') ?? 0,
  };
}

/** False when another instance wrote since `before` was read. */
export async function writeUpstream(
  table: Table,
  before: UpstreamState,
  after: UpstreamState,
): Promise<boolean> {
  const condition = before.ver === 0 ? missing('ver') : equals('ver', before.ver);
  try {
    await table.update({ key: upstreamKey, set: { v: 1, ...after }, condition });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}
