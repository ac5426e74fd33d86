import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../world/dice.ts';
import type { Shape } from './plan-shape.ts';

/**
 * Lets some schedules' immediate routes gather. From dice of its own: everything else stays as it would be without.
 */
export function paceRoutes(
  dice: Dice,
  shape: Shape,
  configs: readonly SignalpostConfig[],
): SignalpostConfig[] {
  if (shape !== 'plain' || !dice.chance(0.3)) return [...configs];
  const ids = [...new Set(configs.flatMap(({ routes }) => routes.map(({ id }) => id)))];
  const drawn = new Map(ids.map((id) => [id, drawPace(dice)]));
  const pace = (route: Route): Route =>
    route.when === 'immediately' ? { ...route, ...drawn.get(route.id) } : route;
  return configs.map((config) => ({ ...config, routes: config.routes.map(pace) }));
}

function drawPace(dice: Dice): Pick<Route, 'gather'> {
  return {
    gather: dice.pick([undefined, '30 seconds', '10 minutes', '40 minutes'] as const),
  };
}
