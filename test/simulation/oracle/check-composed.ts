import { routeKey, summaryKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';
import { mayBeMuted } from './check-delays.ts';
import { metQuietHours } from './check-quiet.ts';
import { isDecided } from './check-summary.ts';
import { isUnwritable } from './check-templates.ts';

/**
 * I18 for a composition: every entry that could be sent at its start was sent or set aside, even behind entries that
 * wait. Checks only compositions that report that they are complete.
 */
export function checkComposed(
  world: World,
  instance: Instance,
  { before, event, answer }: Composition,
): void {
  if (isRecord(event) && event.dryRun === true) return;
  for (const composed of composedIn(answer, 'routes') ?? []) {
    const { routeId, state } = composed;
    if (state !== 'ENABLED' || metQuietHours(world, instance, routeId)) continue;
    if (isLeftToOthers(world, instance, composed)) continue;
    const own = before.filter(({ pk }) => pk === `R#${routeId}`);
    checkLeft(world, instance, own, 'a composition of its route skipped it');
  }
}

export interface Composition {
  /** What could be sent at its start: see `releasable`. */
  readonly before: readonly Item[];
  /** By the instance's clock. */
  readonly startedAt: number;
  readonly event: unknown;
  readonly answer: unknown;
}

/** I18: none of these entries, which could be sent, is still there. */
export function checkLeft(world: World, instance: Instance, entries: readonly Item[], what: string): void {
  for (const entry of entries) {
    if (!isStillThere(world, entry) || isAskedAnew(world, instance, entry)) continue;
    if (mayBeMuted(world, instance, entry) || isUnwritable(world, instance, entry)) continue;
    world.oracle.violate('I18', `${entry.pk} ${entry.sk} could be sent, and ${what}`);
  }
}

/** Entries that wait for no summary, whose summary is decided, or whose wait is over by the instance's clock. */
export function releasable({ table }: World, instance: Instance): readonly Item[] {
  const now = instance.now();
  const items = instance.config.routes.flatMap(({ id }) => [...table.all(routeKey(id).pk)]);
  return items.filter(({ sk, releaseAt, buyerId }) => {
    if (!sk.startsWith('OUT#')) return false;
    if (typeof releaseAt !== 'number' || releaseAt <= now) return true;
    return isDecided(table.peek(summaryKey(String(buyerId))));
  });
}

interface Composed {
  readonly routeId: string;
  readonly state: string;
  readonly digests: readonly { readonly digestId?: unknown }[];
}

export function composedIn(answer: unknown, field: 'routes' | 'composed'): readonly Composed[] | null {
  const composed = isRecord(answer) ? answer[field] : null;
  return Array.isArray(composed) ? composed : null;
}

/** Others froze so many digests of the route meanwhile that a composition may have been beaten each time. */
function isLeftToOthers({ oracle }: World, { digestsBefore }: Instance, composed: Composed): boolean {
  const frozen = [...oracle.memory.digestKeys.values()].slice(digestsBefore);
  const ofRoute = frozen.filter((key) => key.startsWith(`R#${composed.routeId} `));
  return ofRoute.length - composed.digests.length > 20;
}

/** An entry that was released meanwhile returns under the same key, with a later time. */
export function isStillThere({ table }: World, entry: Item): boolean {
  const found = table.peek(entry);
  return found !== undefined && found.enteredAt === entry.enteredAt;
}

/** Another hot signal of the buyer requested the summary again meanwhile, so this entry waits for that too. */
function isAskedAnew({ oracle }: World, instance: Instance, { releaseAt, buyerId }: Item): boolean {
  const decidedUntil = oracle.memory.knownUntil.get(summaryKey(String(buyerId)).pk) ?? 0;
  return typeof releaseAt === 'number' && releaseAt > instance.now() && decidedUntil >= instance.beganAt;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
