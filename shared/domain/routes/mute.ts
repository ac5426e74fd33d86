import type { Signal } from '../rows/signal.ts';

export const muteKinds = ['buyer', 'bridge', 'route'] as const;

export type MuteKind = (typeof muteKinds)[number];

/** What an operator mutes: until its end, no digest has signals of the buyer, of the bridge, or for the route. */
export interface Mute {
  readonly kind: MuteKind;
  /** The buyer's or bridge's id in lower case, or the route's. */
  readonly id: string;
  /** The only route that it holds on, as a reader of that route chose. @default all of them */
  readonly routeId?: string | undefined;
  /** Of the buyer or bridge, where one was known. */
  readonly name?: string | undefined;
  /** Milliseconds since the epoch. One that is over stays listed for a while: see `mutesListedDays`. */
  readonly until: number;
  /** The operator's words. */
  readonly because: string;
}

/**
 * How long a mute is listed after its end, longer than a schedule's times are apart: what it held counts from its end on.
 */
export const mutesListedDays = 400;

/** The fields of a waiting signal that a mute can name. */
export interface MutableSignal {
  readonly buyerId: string;
  /** Null for an item that could not be read. */
  readonly bridgeId: string | null;
}

/** The mute that holds a signal back for longest; null if none holds it at that time. Pure. */
export function muteOf(
  mutes: readonly Mute[],
  routeId: string,
  signal: MutableSignal,
  at: number,
): Mute | null {
  const own = mutes.filter((mute) => mute.until > at && isMuted(mute, routeId, signal));
  return own.toSorted((one, other) => other.until - one.until)[0] ?? null;
}

/**
 * From when a signal counts for its route's times: since it entered the outbox, or the last mute that held it ended, or
 * the route was resumed (`since`). Pure.
 */
export function countsFrom(
  mutes: readonly Mute[],
  { routeId, since }: { readonly routeId: string; readonly since: number | null },
  signal: MutableSignal & { readonly firstSeenAt: number; readonly enteredAt?: number | undefined },
): number {
  const ends = mutes.filter((mute) => isMuted(mute, routeId, signal)).map(({ until }) => until);
  const { firstSeenAt, enteredAt = firstSeenAt } = signal;
  return Math.max(enteredAt, since ?? 0, ...ends);
}

/** How many signals a mute holds back from a route. */
export interface MutedSignals extends Pick<Mute, 'kind' | 'id' | 'routeId' | 'until'> {
  /** Of the buyer or the bridge, as one of the signals has it; null where none has one. */
  readonly name: string | null;
  readonly signals: number;
}

/** Counts signals by the mute that holds them, in the order in which the mutes end. */
export function createMuteCount() {
  const counts = new Map<string, MutedSignals>();
  return {
    add({ kind, id, routeId, until }: Mute, signal: () => MutedNames | null): void {
      const key = `${kind} ${id} ${routeId ?? ''}`;
      const known = counts.get(key);
      const name = known?.name ?? muted[kind].nameIn(signal);
      const of = { kind, id, ...(routeId !== undefined && { routeId }), until, name };
      counts.set(key, { ...of, signals: (known?.signals ?? 0) + 1 });
    },
    list: (): MutedSignals[] =>
      [...counts.values()].toSorted((a, b) => a.until - b.until || (a.id < b.id ? -1 : 1)),
  };
}

type MutedNames = Pick<Signal, 'buyerName' | 'bridgeName'>;

interface Muted {
  readonly idOf: (signal: MutableSignal, routeId: string) => string | undefined;
  readonly nameIn: (signal: () => MutedNames | null) => string | null;
}

/** What of a signal each kind of mute names. */
const muted: { readonly [Kind in MuteKind]: Muted } = {
  buyer: {
    idOf: ({ buyerId }) => buyerId.toLowerCase(),
    nameIn: (signal) => signal()?.buyerName ?? null,
  },
  bridge: {
    idOf: ({ bridgeId }) => bridgeId?.toLowerCase(),
    nameIn: (signal) => signal()?.bridgeName ?? null,
  },
  route: { idOf: (_, routeId) => routeId, nameIn: () => null },
};

function isMuted(mute: Mute, routeId: string, signal: MutableSignal): boolean {
  if (mute.routeId !== undefined && mute.routeId !== routeId) return false;
  return mute.id === muted[mute.kind].idOf(signal, routeId);
}
