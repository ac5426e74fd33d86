import type { BodyTemplate } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import type { Plan } from '../parts/plan.ts';
import { routing } from './change-configs.ts';

/**
 * In some worlds a tool takes what the webhooks of some routes send, and refuses a body for good at times. Until the last
 * config is deployed, its template fails for rows by the last digit of their id. From dice of its own.
 */
export function planTemplates(dice: Dice, plan: Plan): Plan {
  if (plan.shape !== 'plain' || !dice.chance(0.15)) return plan;
  const fails = dice.pick(['0', '37b', '01234567', '0123456789abcdef'] as const);
  const routeIds = ['route-0', 'route-1', 'route-2'].filter(() => dice.chance(0.7));
  const refuses = dice.pick([0, 0.1, 0.3]);
  const last = plan.configs.length - 1;
  const headers = { 'X-Token': { secret: 'SIGNING', prefix: 'Token ' } };
  const configs = routing(plan.configs, (route, version) => {
    const { to } = route;
    if (to.type !== 'webhook' || !routeIds.includes(route.id)) return route;
    const body = version === last ? whole : pickyBody(fails);
    return { ...route, to: { ...to, headers, body, final: [422] } };
  });
  return { ...plan, configs, template: { routeIds, fails, refuses } };
}

/** As documented, so that what is known of documented bodies holds of these, too. */
const whole = { type: { $eval: 'type' }, data: { $eval: 'data' } };

function pickyBody(fails: string): BodyTemplate {
  const isFailing = `lowercase(s.rowId)[35:36] in '${fails}'`;
  const judged = { $map: { $eval: 'signals' }, 'each(s)': { $if: isFailing, then: '${nothing}', else: 1 } };
  return { ...whole, data: { $let: { judged }, in: { $eval: 'data' } } };
}

export function withoutTemplates(plan: Plan): Plan {
  const configs = routing(plan.configs, (route) => {
    if (route.to.type !== 'webhook') return route;
    const { headers: _, body: __, final: ___, ...to } = route.to;
    return { ...route, to };
  });
  return { ...plan, configs, template: undefined };
}
