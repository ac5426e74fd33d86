import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../world/dice.ts';
import type { Plan } from './plan.ts';

/**
 * Lets the routes of some worlds that send at their times tell of slots that had nothing. From dice of its own: where
 * there are none, the plan is as it was.
 */
export function addReceipts(dice: Dice, plan: Plan): Plan {
  const share = { plain: 0.05, wide: 0, long: 0.5 }[plan.shape];
  if (!dice.chance(share)) return plan;
  // A deploy takes them out of the config, and the next one puts them back.
  const isTakenBack = dice.chance(0.2);
  const withReceipt = (route: Route): Route =>
    route.when === 'immediately' ? route : { ...route, receipt: true };
  const configs = plan.configs.map((config, version) =>
    isTakenBack && version === 1 ? config : { ...config, routes: config.routes.map(withReceipt) },
  );
  return { ...plan, configs };
}
