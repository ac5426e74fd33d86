import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { minute } from '../plan/plan.ts';
import type { Instance } from '../world/instance.ts';
import type { World } from '../world/world.ts';

/** A composer may stand still for minutes between the look at its clock and its write. */
const standstillMs = 5 * minute;

/** How far apart two moments may seem that are the same, or the other way round. */
export function blurOf({ plan }: World): number {
  return 2 * plan.skewMs + standstillMs;
}

function spanOf(atMost: string): { readonly most: number; readonly spanMs: number } {
  const [count = '', ...words] = atMost.split(' ');
  const spanMs = { 'a minute': minute, 'an hour': 60 * minute, 'a day': 1440 * minute }[words.join(' ')] ?? 0;
  return { most: Number(count), spanMs };
}

export function routeOf({ config }: Instance, routeId: string): Route | undefined {
  return config.routes.find(({ id }) => id === routeId);
}

/** Without a hot signal, a message goes out only where fewer than the limit went out before it. */
export function checkLimit(world: World, digest: Item): void {
  const { actor, oracle, scheduler, plan } = world;
  if (actor === null || digest.kind !== undefined || digest.replyTo !== undefined) return;
  const times = oracle.memory.messages.get(digest.pk) ?? [];
  const now = scheduler.now();
  oracle.memory.messages.set(digest.pk, [...times, now]);
  const { atMost } = routeOf(actor, String(digest.routeId)) ?? {};
  // A clock that runs away loses count of the time.
  if (atMost === undefined || Number(digest.hot) > 0 || plan.reading.fastClock !== null) return;
  const { most, spanMs } = spanOf(atMost);
  const before = times.filter((time) => time > now - spanMs + blurOf(world)).length;
  if (before >= most) {
    oracle.violate('config', `${digest.pk} ${digest.sk} is message ${before + 1} where ${atMost} may go out`);
  }
}

/** Whether a limit may hold the entry back: as many messages went out lately, and it is not hot. */
export function isOverLimit(world: World, instance: Instance, { pk, hot }: Item): boolean {
  const { atMost } = routeOf(instance, pk.slice('R#'.length)) ?? {};
  if (atMost === undefined || hot === true) return false;
  const { most, spanMs } = spanOf(atMost);
  const from = world.scheduler.now() - spanMs - blurOf(world);
  return (world.oracle.memory.messages.get(pk) ?? []).filter((time) => time > from).length >= most;
}
