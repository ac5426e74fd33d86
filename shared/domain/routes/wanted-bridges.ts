import { isUuid } from '../is-uuid.ts';
import type { Truth } from './truth.ts';

/** The bridge of a signal. Null stands for what is not known of it. */
export interface KnownBridge {
  /** In small letters. */
  readonly bridgeId: string | null;
  /** The display name, as the signal shows it. */
  readonly bridgeName: string | null;
}

/** Whether a wanted bridge is given by its id; else it is given by its name. */
export function isBridgeId(wanted: string): boolean {
  return isUuid(wanted);
}

/** Bridges by their ids or names. A name that the signal does not show may be any name. */
export function isWantedBridge(
  wanted: readonly string[] | undefined,
  { bridgeId, bridgeName }: KnownBridge,
): Truth {
  if (wanted === undefined) return true;
  if (bridgeId !== null && wanted.includes(bridgeId)) return true;
  const names = wanted.filter((one) => !isBridgeId(one)).map(plain);
  const shown = plain(bridgeName ?? '');
  if (shown !== '' && names.includes(shown)) return true;
  const isOpen = bridgeId === null || (shown === '' && names.length > 0);
  return isOpen ? null : false;
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
