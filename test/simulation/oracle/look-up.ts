import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Instance } from '../parts/instance.ts';
import { minute } from '../parts/plan.ts';
import type { UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';

/** A composer may stand still for minutes between the look at its clock and its write. */
const standstillMs = 5 * minute;

/** How far apart two moments may seem that are the same, or the other way round. */
export function blurOf({ plan }: World): number {
  return 2 * plan.skewMs + standstillMs;
}

export function routeOf({ config }: Instance, routeId: string): Route | undefined {
  return config.routes.find(({ id }) => id === routeId);
}

/** The row that the ledger knows by this id. */
export function rowOf({ upstream }: World, signalId: string): UpstreamRow | undefined {
  return [...upstream.rows.values()].find((row) => row.signalId === signalId);
}

/** The id of the signal of an outbox entry. */
export function signalIdIn(entrySk: string): string {
  return entrySk.slice(entrySk.indexOf('Z#') + 2);
}

export function inMinutes(ms: number): string {
  return `${Math.round(ms / minute)} minutes`;
}
