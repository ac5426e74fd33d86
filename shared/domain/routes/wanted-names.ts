import { isUuid } from '../is-uuid.ts';
import type { Truth } from './truth.ts';

/** The bridge of a signal. Null stands for what is not known of it. */
export interface KnownBridge {
  /** In small letters. */
  readonly bridgeId: string | null;
  /** The display name, as the signal shows it. */
  readonly bridgeName: string | null;
}

/** The buyer of a signal. */
export interface KnownBuyer {
  /** In small letters. */
  readonly buyerId: string;
  /** As the signal shows it; null or absent if it is not known. */
  readonly buyerName?: string | null | undefined;
}

type Wanted = readonly string[] | undefined;

export function isWantedBridge(wanted: Wanted, { bridgeId, bridgeName }: KnownBridge): Truth {
  return isWanted(wanted, bridgeId, bridgeName);
}

export function isWantedBuyer(wanted: Wanted, { buyerId, buyerName = null }: KnownBuyer): Truth {
  return isWanted(wanted, buyerId, buyerName);
}

/** By ids, which are UUIDs, or names. A name that the signal does not show may be any name. */
function isWanted(wanted: Wanted, id: string | null, name: string | null): Truth {
  if (wanted === undefined) return true;
  if (id !== null && wanted.includes(id)) return true;
  const names = wanted.filter((one) => !isUuid(one)).map(plain);
  const shown = plain(name ?? '');
  if (shown !== '' && names.includes(shown)) return true;
  const isOpen = id === null || (shown === '' && names.length > 0);
  return isOpen ? null : false;
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
