import { inParallel } from '../../shared/domain/concurrency.ts';
import type { RowReading } from '../../shared/domain/polling/roster.ts';
import type { FunctionPorts } from '../function-ports.ts';

export type EnrolBuyersPorts = Pick<FunctionPorts, 'clock' | 'ledger'>;

export interface EnrolRequest {
  readonly bridgeId: string;
  /** When the first complete reading of all rows began, as known at the start of this tick. */
  readonly firstFullAt: number | null;
  /** The current reading of all rows. */
  readonly reading: RowReading | null;
  /** Buyers named by a row without a creation time. */
  readonly undated: ReadonlySet<string>;
  /** Whether the first signals of a buyer that appears now may be news. */
  readonly mayBeNewcomer: (buyerId: string) => boolean;
}

/** A bridge with 100,000 new buyers takes a few ticks, not a day. */
const enrolledAtOnce = 8;

/**
 * Adds buyers that appeared in a watched bridge's rows to its roster.
 *
 * A buyer that appears after its bridge was read completely is a newcomer: its signals are news, not a baseline. This
 * is stored first, so that a crash in between can't turn news into a baseline. A buyer that a later tick of the first
 * reading finds may have come since that reading began; creation times of rows then separate older signals from news.
 */
export async function enrolBuyers(
  ports: EnrolBuyersPorts,
  buyerIds: readonly string[],
  { bridgeId, firstFullAt, reading, undated, mayBeNewcomer }: EnrolRequest,
): Promise<void> {
  if (buyerIds.length === 0) return;
  // Read after the rows: another tick may have completed the first reading by now, and found these buyers.
  const readSince = firstFullAt ?? (await ports.ledger.readFirstFullAt(bridgeId));
  // Only if the reading has already seen rows: otherwise these buyers are part of its beginning.
  const begunAt = reading !== null && reading.rows > 0 ? reading.startedAt : null;
  await inParallel(buyerIds, enrolledAtOnce, async (buyerId) => {
    const newsSince = readSince ?? (undated.has(buyerId) ? null : begunAt);
    const isNew =
      newsSince !== null && mayBeNewcomer(buyerId) && !(await ports.ledger.isInRoster(bridgeId, buyerId));
    if (isNew) await ports.ledger.noteNewcomer(buyerId, newsSince);
    // Before it is in the roster: after a crash in between, the next tick finds it again.
    await ports.ledger.wake(buyerId, ports.clock.now());
    await ports.ledger.saveRosterBuyer(bridgeId, buyerId, ports.clock.now());
  });
}
