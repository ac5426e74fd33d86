import { isUuid } from '../is-uuid.ts';

/** One upstream list item: a row of a bridge that concerns a buyer. Its identity is `bridgeId` + `rowId`. */
export interface Signal {
  readonly buyerId: string;
  readonly bridgeId: string;
  readonly bridgeName: string | null;
  readonly rowId: string;
  readonly name: string | null;
  /** The buyer's name if the row has one, else null. */
  readonly buyerName: string | null;
  /** Upstream's own text. Maintenance changes it too: never read it as "this is new". */
  readonly updatedAt: string | null;
  /** Keyed by the column's display name, without the wrapper `{value,status,processedAt}`. */
  readonly columns: Readonly<Record<string, unknown>>;
  /** The bridge's filter type (`RFP`, `Meeting`…), where the service shows it. */
  readonly filterType?: string | null | undefined;
  /** Rows of several bridges with the same one are about the same thing. */
  readonly entityId?: string | null | undefined;
  /** It was too large for the ledger: texts of it were cut, and perhaps columns left out. */
  readonly truncated?: true | undefined;
}

/** A list item that could not be read as a signal: kept with its raw text, and counted in the digest. */
export interface UnreadableSignal {
  readonly buyerId: string;
  readonly problem: string;
  readonly raw: string;
}

/**
 * `bridgeId#rowId`: a signal's id in the ledger, the outbox and a digest, whichever buyer lists it. Ids are UUIDs by
 * contract, and case does not matter in a UUID (RFC 9562, 4): a server may write one in both cases. Other ids stay
 * unchanged except that `#` becomes `%23`: otherwise two signals could get the same id, and the second would be lost.
 */
export function signalIdOf(signal: Pick<Signal, 'bridgeId' | 'rowId'>): string {
  return `${normaliseId(signal.bridgeId)}#${normaliseId(signal.rowId)}`;
}

function normaliseId(id: string): string {
  return isUuid(id) ? id.toLowerCase() : id.replaceAll('%', '%25').replaceAll('#', '%23');
}

const unreadablePrefix = 'unreadable#';

/** The id of an unreadable item; no bridge has this name. */
export function unreadableId(hash: string): string {
  return `${unreadablePrefix}${hash}`;
}

export function isUnreadableId(signalId: string): boolean {
  return signalId.startsWith(unreadablePrefix);
}
