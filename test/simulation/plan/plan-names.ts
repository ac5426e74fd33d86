import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import type { Plan } from '../parts/plan.ts';
import { routing } from './change-configs.ts';

type Named = Pick<Plan, 'bridges' | 'configs'>;

/** Some schedules send signals of the watched bridges alone, from the first deploy on or from a later one. */
export function sendOnlyWatched(dice: Dice, { bridges, configs }: Named): readonly SignalpostConfig[] {
  if (!dice.chance(0.08)) return configs;
  const first = dice.pick([0, 0, 1]);
  return configs.map((config, index) => {
    const { watch } = config;
    const watched = watch.bridges.length > 0 ? watch.bridges : bridges.slice(0, 1);
    return index < first
      ? config
      : { ...config, watch: { ...watch, bridges: watched, only: 'these bridges' } };
  });
}

/** Lets some schedules' routes name bridges, from dice of its own. Elsewhere all bridges show one name. */
export function nameBridges(dice: Dice, { bridges, configs }: Named): Pick<Plan, 'bridgeNames' | 'configs'> {
  if (!dice.chance(0.15)) return { bridgeNames: new Map(bridges.map((id) => [id, 'Tenders'])), configs };
  const bridgeNames = new Map(
    bridges.map((id) => [id, dice.pick(['Tenders', ' board MEETINGS ', '', null] as const)]),
  );
  const ids = [...new Set(configs.flatMap(({ routes }) => routes.map(({ id }) => id)))];
  const drawn = new Map(ids.map((id) => [id, drawNaming(dice)]));
  const name = (route: Route): Route => ({ ...route, match: drawn.get(route.id)?.(route.match) ?? {} });
  return { bridgeNames, configs: routing(configs, name) };
}

function drawNaming(dice: Dice): (match: RouteMatch) => RouteMatch {
  const bridges = [dice.pick(['tenders', 'Board Meetings', 'TENDERS', 'Conferences'])];
  const place = dice.pick(['here', 'here', 'not', 'none'] as const);
  if (place === 'none') return (match) => match;
  return (match) =>
    place === 'here'
      ? { ...match, bridges: [...(match.bridges ?? []), ...bridges] }
      : { ...match, not: { ...match.not, bridges } };
}
