import { isLeftOut, type SentBridges } from '../../shared/domain/polling/left-out.ts';
import { wasMissed } from '../../shared/domain/polling/poll-plan.ts';
import type { PollPorts, SignalPage } from './ports.ts';

/** A signal that was recorded and is no baseline. */
export interface FreshSignal {
  readonly signalId: string;
  readonly bridgeId: string;
  readonly updatedAt: string | null;
}

/**
 * Stores the bridges before any signal is recorded: after a crash the signals would be known, so no later poll would
 * store their bridges.
 */
export function learnFromPages(ports: PollPorts): PollPorts['signalPages'] {
  return async function* learningPages(query, deadline) {
    for await (const page of ports.signalPages(query, deadline)) {
      await ports.ledger.learnBridges(bridgesIn(page, ports.settings));
      yield page;
    }
  };
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
    const mark = await ledger.readBridgeMark(announcerOf(bridgeId));
    if (!wasMissed(mark, updatedAt, notNamedAt)) continue;
    const isSecond = await ledger.noteUnannounced(buyerId);
    if (isSecond) observe({ kind: 'announcement-missed', buyerId, bridgeId, signalId });
    return;
  }
}

function bridgesIn({ items }: SignalPage, settings: SentBridges): Set<string> {
  const ids = items.flatMap(({ content }) => ('raw' in content ? [] : [announcerOf(content.bridgeId)]));
  return new Set(ids.filter((id) => !isLeftOut(settings, id)));
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Rows can only be requested by a UUID. All other ids count as one bridge whose rows can't be read. */
function announcerOf(bridgeId: string): string {
  const id = bridgeId.toLowerCase();
  return isBridgeUuid(id) ? id : 'no-uuid';
}

/** Whether an id in small letters is one that the service can be asked about. */
export function isBridgeUuid(id: string): boolean {
  return uuid.test(id);
}
