import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { BodyTemplate, Route } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import type { Plan } from '../parts/plan.ts';

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
  const configs = plan.configs.map((config, version) =>
    withTemplates(config, routeIds, version === last ? whole : pickyBody(fails)),
  );
  return { ...plan, configs, template: { routeIds, fails, refuses } };
}

function withTemplates(
  config: SignalpostConfig,
  routeIds: readonly string[],
  body: BodyTemplate,
): SignalpostConfig {
  const headers = { 'X-Token': { secret: 'SIGNING', prefix: 'Token ' } };
  const routes = config.routes.map((route): Route => {
    const { to } = route;
    if (to.type !== 'webhook' || !routeIds.includes(route.id)) return route;
    return { ...route, to: { ...to, headers, body, final: [422] } };
  });
  return { ...config, routes };
}

/** As documented, so that what is known of documented bodies holds of these, too. */
const whole = { type: { $eval: 'type' }, data: { $eval: 'data' } };

function pickyBody(fails: string): BodyTemplate {
  const isFailing = `lowercase(s.rowId)[35:36] in '${fails}'`;
  const judged = { $map: { $eval: 'signals' }, 'each(s)': { $if: isFailing, then: '${nothing}', else: 1 } };
  return { ...whole, data: { $let: { judged }, in: { $eval: 'data' } } };
}

export function withoutTemplates(plan: Plan): Plan {
  const configs = plan.configs.map((config) => ({
    ...config,
    routes: config.routes.map((route): Route => {
      if (route.to.type !== 'webhook') return route;
      const { headers: _, body: __, final: ___, ...to } = route.to;
      return { ...route, to };
    }),
  }));
  return { ...plan, configs, template: undefined };
}
