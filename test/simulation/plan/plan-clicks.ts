import { type Route, signalActions } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import type { Plan } from '../parts/plan.ts';
import { routing } from './change-configs.ts';

/**
 * In most worlds with a bot, its readers have menus, and some worlds get a bot for that. In some of them a deploy takes a part
 * of the menus away for a while.
 */
export function planClicks<Planned extends Pick<Plan, 'configs' | 'poisonRoute'>>(
  dice: Dice,
  plan: Planned,
): Planned {
  if (!dice.chance(0.8)) return plan;
  const fewer = dice.chance(0.2);
  const given = dice.chance(0.3) ? plan.configs.at(-1)?.routes.at(-1)?.id : undefined;
  const channel = `C000${given?.at(-1)}`;
  const offer = (route: Route, index: number): Route => {
    const isGiven = route.id === given && given !== plan.poisonRoute;
    const to = isGiven ? ({ type: 'slack', botToken: { secret: 'BOT_9' }, channel } as const) : route.to;
    if (!('botToken' in to)) return route;
    return { ...route, to, actions: fewer && index === 1 ? ['more', 'claim'] : signalActions };
  };
  const slack = { signingSecret: { secret: 'SLACK_SIGNING' } };
  const configs = routing(plan.configs, offer);
  return {
    ...plan,
    configs: configs.map((config) => ({ ...config, inbound: { ...config.inbound, slack } })),
  };
}
