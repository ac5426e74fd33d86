import type { Mute, MuteKind } from '../../../shared/domain/routes/mute.ts';
import type { Dice } from '../parts/dice.ts';
import { hour, type MuteDeed, minute, type Plan, peaceAfter } from '../parts/plan.ts';

/** A share of the worlds has mutes, most where outboxes are large. Some go on after the faults have stopped. */
export function planMutes(dice: Dice, plan: Plan): MuteDeed[] {
  if (!dice.chance(plan.growth.pagesAtOnce === undefined ? 0.15 : 0.8)) return [];
  const actions = Array.from({ length: dice.between(1, 3) }, () => drawActions(dice, plan)).flat();
  return actions.sort((one, other) => one.at - other.at);
}

/** Two mutes of the same thing replace each other, so that the second may end earlier. */
function drawActions(dice: Dice, plan: Plan): MuteDeed[] {
  const { kind, id } = drawTarget(dice, plan);
  const peaceAt = peaceAfter(plan.ticks);
  // In a long world also in the quiet days. All of them are over before the last ticks.
  const latest = plan.shape === 'long' ? peaceAt + (plan.quietTicks / 2) * 15 * minute : peaceAt - hour;
  const at = dice.between(plan.start, latest);
  const longest = plan.shape === 'long' ? 40 * hour : peaceAt + 18 * hour - at;
  const shortest = plan.growth.pagesAtOnce === undefined ? 20 * minute : longest;
  const lasting = (): number => Math.min(dice.pick([shortest, 3 * hour, 20 * hour, longest]), longest);
  const first = { kind, id, at, lastsMs: lasting() };
  if (!dice.chance(0.6)) return [first];
  const later = at + dice.between(minute, first.lastsMs);
  const lastsMs = dice.chance(0.6) ? null : Math.min(lasting(), Math.max(longest - (later - at), minute));
  return [first, { kind, id, at: later, lastsMs }];
}

function drawTarget(dice: Dice, { buyers, bridges, configs }: Plan): Pick<Mute, 'kind' | 'id'> {
  const routes = configs.at(-1)?.routes ?? [];
  const kind = dice.pick(['buyer', 'buyer', 'bridge', 'route'] as const);
  const idsOf: Readonly<Record<MuteKind, readonly string[]>> = {
    buyer: buyers,
    bridge: bridges,
    route: routes.map(({ id }) => id),
  };
  const ids = idsOf[kind];
  return { kind, id: kind === 'route' ? dice.pick(ids) : dice.pick(ids).toLowerCase() };
}
