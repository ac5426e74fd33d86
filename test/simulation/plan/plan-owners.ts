import { expandOwners } from '../../../shared/config/expand-owners.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Dice } from '../parts/dice.ts';
import type { Plan } from '../parts/plan.ts';

const people = { Ann: { slack: 'U0ANN' }, Bo: { slack: 'U0BO' }, Cy: {} };
const owners = ['Ann', 'Ann', 'Bo', 'bo ; Ann', 'Cy', 'Di', undefined] as const;

/**
 * Lets the first route of some schedules tell each owner directly. A person comes and goes with the second deploy. Whose a row
 * is, is known at once: nothing in these worlds is computed late. From dice of its own.
 */
export function planOwners(dice: Dice, plan: Plan): Plan {
  if (plan.shape !== 'plain' || plan.hasLateValues === true || !dice.chance(0.2)) return plan;
  const comesAndGoes = dice.chance(0.4);
  const rows = plan.rows.map((row) => {
    const owner = dice.pick(owners);
    return { ...row, scoredLate: false, ...(owner === undefined ? {} : { owner }) };
  });
  const configs = plan.configs.map((config, version) =>
    describeOwners(config, comesAndGoes && version === 1),
  );
  return { ...plan, rows, configs, ...(dice.chance(0.5) ? { leaver: people.Ann.slack } : {}) };
}

function describeOwners(config: SignalpostConfig, isWithoutBo: boolean): SignalpostConfig {
  const { Bo, ...others } = people;
  const known = isWithoutBo ? others : { ...others, Bo };
  const to = { type: 'slack', botToken: { secret: 'BOT_0' }, channel: 'owner', otherwise: 'C0000' } as const;
  const routes = config.routes.map((route) => (route.id === 'route-0' ? { ...route, to } : route));
  return {
    ...config,
    columns: { ...config.columns, owner: 'Owner' },
    people: known,
    routes: expandOwners(routes, known),
  };
}
