/** What an operator mutes: until its end, no digest has signals of the buyer, of the bridge, or for the route. */
export interface Mute {
  readonly kind: 'buyer' | 'bridge' | 'route';
  /** The buyer's or bridge's id in lower case, or the route's. */
  readonly id: string;
  /** Milliseconds since the epoch. One that is over stays listed for a while: see `mutesListedMs`. */
  readonly until: number;
  /** The operator's words. */
  readonly because: string;
}

/** How long a mute is listed after its end. What it held is overdue from its end on, not from its slot. */
export const mutesListedMs = 7 * 86_400_000;

/** The fields of a waiting signal that a mute can name. */
export interface MutableSignal {
  readonly buyerId: string;
  /** Null for an item that could not be read. */
  readonly bridgeId: string | null;
}

export function isMuted(mute: Mute, routeId: string, { buyerId, bridgeId }: MutableSignal): boolean {
  const ids: Readonly<Record<Mute['kind'], string | undefined>> = {
    buyer: buyerId.toLowerCase(),
    bridge: bridgeId?.toLowerCase(),
    route: routeId,
  };
  return ids[mute.kind] === mute.id;
}
