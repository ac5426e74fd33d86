import type { Clock } from '../../shared/domain/clock.ts';
import type { RowReading } from '../../shared/domain/polling/roster.ts';

/** Takes buyers that appeared in a watched bridge's rows into its roster. */
export interface EnrolBuyersPorts {
  readonly clock: Clock;
  /** When the first reading of all rows began, once it has come to its end. */
  readonly readFirstFullAt: (bridgeId: string) => Promise<number | null>;
  readonly isInRoster: (bridgeId: string, buyerId: string) => Promise<boolean>;
  readonly saveRosterBuyer: (bridgeId: string, buyerId: string, now: number) => Promise<void>;
  /** Has a buyer polled at each tick until its next scan was accepted. */
  readonly rouse: (buyerId: string) => Promise<void>;
  /** Notes, once, that all signals of a buyer which were created since then are news. */
  readonly noteNewcomer: (buyerId: string, newsSince: number) => Promise<void>;
}

export interface EnrolRequest {
  readonly bridgeId: string;
  /** When the first reading of all rows began, as the tick knew it when it began. */
  readonly firstFullAt: number | null;
  /** The reading of all rows that is under way. */
  readonly reading: RowReading | null;
  /** Buyers named by a row that does not say when it was created. */
  readonly undated: ReadonlySet<string>;
  /** Whether the first signals of a buyer that appears now may be news. */
  readonly mayBeNewcomer: (buyerId: string) => boolean;
}

/**
 * A buyer that appears once its bridge was read through has no past to hide. That is written down first: a crash in
 * between must not turn what is new into a baseline. One that a later tick of the first reading finds may have come since
 * that began: where rows say when they were created, its older ones can be told apart.
 */
export async function enrolBuyers(
  ports: EnrolBuyersPorts,
  buyerIds: readonly string[],
  { bridgeId, firstFullAt, reading, undated, mayBeNewcomer }: EnrolRequest,
): Promise<void> {
  if (buyerIds.length === 0) return;
  // Both are asked for after the rows were: another tick may have read the bridge through by now, and found them there.
  const readSince = firstFullAt ?? (await ports.readFirstFullAt(bridgeId));
  // A reading that has seen no row yet begins with these.
  const begunAt = reading !== null && reading.rows > 0 ? reading.startedAt : null;
  for (const buyerId of buyerIds) {
    const newsSince = readSince ?? (undated.has(buyerId) ? null : begunAt);
    const isNew =
      newsSince !== null && mayBeNewcomer(buyerId) && !(await ports.isInRoster(bridgeId, buyerId));
    if (isNew) await ports.noteNewcomer(buyerId, newsSince);
    // Before the roster knows it: a tick that ends in between must not take it for one that has been polled.
    await ports.rouse(buyerId);
    await ports.saveRosterBuyer(bridgeId, buyerId, ports.clock.now());
  }
}
