import { dayMs } from '../duration.ts';
import type { Signal } from '../rows/signal.ts';

export const muteKinds = ['buyer', 'bridge', 'route'] as const;

export type MuteKind = (typeof muteKinds)[number];

/** No digest has signals of the buyer or of the bridge, or for the route, until the mute ends. */
export interface Mute {
  readonly kind: MuteKind;
  /** The buyer's or bridge's id in lower case, or the route's. */
  readonly id: string;
  /** A reader of this route chose the mute: it holds on no other. @default all of them */
  readonly routeId?: string | undefined;
  readonly name?: string | undefined;
  /** Milliseconds since the epoch. A mute that is over stays listed for a while: see `mutesListedDays`. */
  readonly until: number;
  readonly because: string;
}

/** A mute is listed after its end for longer than a schedule's times are apart: what it held counts from its end on. */
export const mutesListedDays = 400;

/** Longer than that, a mute is a decision for the config: `watch.except` or a route's match. */
export const longestMuteMs = 366 * dayMs;

/** The most characters of an operator's words. */
export const longestReason = 200;

export interface MutableSignal {
  readonly buyerId: string;
  /** Null for an item that could not be read. */
  readonly bridgeId: string | null;
}

/** Null if no mute holds the signal at that time. Pure. */
export function muteOf(
  mutes: readonly Mute[],
  routeId: string,
  signal: MutableSignal,
  at: number,
): Mute | null {
  const own = mutes.filter((mute) => mute.until > at && isMuted(mute, routeId, signal));
  return own.toSorted((one, other) => other.until - one.until)[0] ?? null;
}

/** `since`: the route was resumed then. Pure. */
export function countsFrom(
  mutes: readonly Mute[],
  { routeId, since }: { readonly routeId: string; readonly since: number | null },
  signal: MutableSignal & { readonly firstSeenAt: number; readonly enteredAt?: number | undefined },
): number {
  const ends = mutes.filter((mute) => isMuted(mute, routeId, signal)).map(({ until }) => until);
  const { firstSeenAt, enteredAt = firstSeenAt } = signal;
  return Math.max(enteredAt, since ?? 0, ...ends);
}

export interface MutedSignals extends Pick<Mute, 'kind' | 'id' | 'routeId' | 'until'> {
  /** The name of the buyer or the bridge, as one of the signals has it; null where none has one. */
  readonly name: string | null;
  readonly signals: number;
}

/** The first mute to end comes first. */
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
