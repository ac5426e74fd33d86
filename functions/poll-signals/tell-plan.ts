import { isUuid } from '../../shared/domain/is-uuid.ts';
import { wasMissed } from '../../shared/domain/polling/poll-plan.ts';
import type { PollPorts } from './ports.ts';

/** A signal that was recorded and is no baseline. */
export interface FreshSignal {
  readonly signalId: string;
  readonly bridgeId: string;
  readonly updatedAt: string | null;
}

/**
 * Checks whether a changed row should have announced a new signal of a buyer that no row named at `notNamedAt`, nor
 * since its last complete reading.
 */
export async function tellMissed(
  { ledger, observe }: PollPorts,
  buyerId: string,
  fresh: readonly FreshSignal[],
  notNamedAt: number,
): Promise<void> {
  for (const { signalId, bridgeId, updatedAt } of fresh) {
    const mark = await ledger.polls.readMark(announcerOf(bridgeId));
    if (!wasMissed(mark, updatedAt, notNamedAt)) continue;
    const isSecond = await ledger.polls.noteUnannounced(buyerId);
    if (isSecond) observe({ kind: 'announcement-missed', buyerId, bridgeId, signalId });
    return;
  }
}

/** Rows can only be requested by a UUID. All other ids count as one bridge whose rows can't be read. */
export function announcerOf(bridgeId: string): string {
  const id = bridgeId.toLowerCase();
  return isUuid(id) ? id : 'no-uuid';
}
