import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { ClearingScope } from '../../shared/ledger/digests/clearing.ts';
import type { DigestListing } from '../../shared/ledger/digests/digest-listing.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';

/** The backlog of a route that an operator can move or discard: all of it, or only what the route does not retry. */
export interface Clearing {
  readonly scope: ClearingScope;
  readonly signals: number;
  readonly signalsHeld: number;
  readonly digests: readonly DigestListing[];
}

const mostCounted = 100_000;

/** Throws `ConfigurationError` for a name that neither the config nor the ledger knows. */
export async function findClearing(
  ledger: Ledger,
  { routes }: SignalpostConfig,
  routeId: string,
): Promise<Clearing> {
  const isThere = routes.some(({ id }) => id === routeId);
  const known = await ledger.listRoutes();
  if (!isThere && !known.some((one) => one.routeId === routeId)) {
    const names = [...new Set([...routes.map(({ id }) => id), ...known.map((one) => one.routeId)])];
    throw new ConfigurationError([
      `ROUTE: found ${JSON.stringify(routeId)}, which is neither in the config nor in the ledger; the routes are: ${names.join(', ')}`,
    ]);
  }
  const sends = isThere && (await ledger.readRoute(routeId)).state === 'ENABLED';
  const scope = sends ? 'stuck' : 'all';
  const pending = await ledger.describePending(routeId, mostCounted);
  return {
    scope,
    signals: sends ? 0 : pending.signalsWaiting,
    signalsHeld: pending.signalsHeld,
    digests: pending.digests.filter(({ state }) => {
      if (state === 'UNKNOWN') return false;
      return !sends || state === 'HELD' || state === 'DEAD';
    }),
  };
}

export function isEmpty({ signals, signalsHeld, digests }: Clearing): boolean {
  return signals + signalsHeld + digests.length === 0;
}

/** `3 signals, 1 signal held back and 2 digests`; a part that would be 0 is left out. */
export function tellCounts(signals: number, signalsHeld: number, digests: number): string {
  const parts = [
    signals > 0 && counted(signals, 'signal'),
    signalsHeld > 0 && `${counted(signalsHeld, 'signal')} held back`,
    digests > 0 && counted(digests, 'digest'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'nothing';
  const last = parts.pop() as string;
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}

/** Says why there is nothing to move or discard. */
export function tellNothing(routeId: string, { scope }: Clearing, what: string): string {
  return scope === 'all'
    ? `route ${routeId}: nothing is pending, so there is nothing to ${what}.`
    : `route ${routeId}: its pending digests are retried automatically and none is stuck, so there is nothing to ${what}.`;
}
