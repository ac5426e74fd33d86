/** One upstream list item: a row of a bridge that concerns a buyer. Its identity is `bridgeId` + `rowId`. */
export interface Signal {
  readonly buyerId: string;
  readonly bridgeId: string;
  readonly bridgeName: string | null;
  readonly rowId: string;
  readonly name: string | null;
  /** The buyer's name where the row carries one, else null. */
  readonly buyerName: string | null;
  /** As upstream wrote it. It moves on maintenance: never read it as "this is new". */
  readonly updatedAt: string | null;
  /** By the column's display name; bare values (a `{value,status,processedAt}` wrapper is taken off). */
  readonly columns: Readonly<Record<string, unknown>>;
  /** The bridge's filter type (`RFP`, `Meeting`…), where the service shows it. */
  readonly filterType?: string | null | undefined;
  /** Rows of several bridges with the same one are about the same thing. */
  readonly entityId?: string | null | undefined;
  /** How many columns were too many to be kept. */
  readonly columnsLeftOut?: number | undefined;
}

/** A list item that could not be read as a signal: kept with its raw text, and counted in the digest. */
export interface UnreadableSignal {
  readonly buyerId: string;
  /** What is wrong, in one sentence, without any of the item's content. */
  readonly problem: string;
  /** The item's JSON text as received. */
  readonly raw: string;
}

/**
 * `bridgeId#rowId`: what a signal is known by in the ledger, the outbox and a digest, whichever buyer lists it. Ids are
 * UUIDs by contract, which are the same in capitals (RFC 9562, 4): a server may spell one both ways. Other ids are taken
 * as they are, with a `#` written as `%23`, or two signals could come to the same id, and the second be lost.
 */
export function signalIdOf(signal: Pick<Signal, 'bridgeId' | 'rowId'>): string {
  return `${normaliseId(signal.bridgeId)}#${normaliseId(signal.rowId)}`;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function normaliseId(id: string): string {
  return uuid.test(id) ? id.toLowerCase() : id.replaceAll('%', '%25').replaceAll('#', '%23');
}

const unreadablePrefix = 'unreadable#';

/** What an item that can't be read is known by; no bridge is called so. */
export function unreadableId(hash: string): string {
  return `${unreadablePrefix}${hash}`;
}

export function isUnreadableId(signalId: string): boolean {
  return signalId.startsWith(unreadablePrefix);
}
