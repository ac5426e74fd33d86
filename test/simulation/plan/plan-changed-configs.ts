import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import type { Tick } from '../parts/tick.ts';

type Watch = SignalpostConfig['watch'];

const changes = ['every', 'allEvery', 'buyers', 'bridges', 'when', 'match', 'flood', 'routes'] as const;

/**
 * In some worlds the first or second config that is deployed differs from the last: by how often it polls, by buyers or
 * bridges that are missing and come back, or by its routes. From dice of its own.
 */
export function changeConfigs(
  dice: Dice,
  ticks: readonly Tick[],
  configs: readonly SignalpostConfig[],
): { readonly ticks: readonly Tick[]; readonly configs: readonly SignalpostConfig[] } {
  const [first] = configs;
  if (first === undefined || !dice.chance(0.15)) return { ticks, configs };
  const count = dice.between(1, 3);
  const changedVersion = dice.chance(0.7) ? 1 : 0;
  let changed = first;
  for (let one = 0; one < count; one += 1) changed = change(dice, changed);
  return {
    // Live for a tick or two, and then taken back.
    ticks: ticks.map((tick, index) => ({
      ...tick,
      deploys: index === 1 || (index > 1 && dice.chance(0.4)),
    })),
    configs: configs.map((config, version) => (version === changedVersion ? changed : config)),
  };
}

function change(dice: Dice, config: SignalpostConfig): SignalpostConfig {
  const watching = (watch: Partial<Watch>): SignalpostConfig => ({
    ...config,
    watch: { ...config.watch, ...watch },
  });
  const routing = (edit: (route: Route) => Partial<Route>): SignalpostConfig => ({
    ...config,
    routes: config.routes.map((route, index) => (index === 0 ? { ...route, ...edit(route) } : route)),
  });
  const { watch } = config;
  switch (dice.pick(changes)) {
    case 'every':
      return watching({ every: dice.pick(['1 minute', '1 hour']), allEvery: '6 hours' });
    case 'allEvery':
      return watching({ allEvery: dice.pick(['15 minutes', '1 hour', '6 hours', '1 day']) });
    case 'buyers':
      return watch.buyers.length + watch.bridges.length > 1 && watch.buyers.length > 0
        ? watching({ buyers: watch.buyers.slice(1) })
        : config;
    case 'bridges':
      return watch.buyers.length + watch.bridges.length > 1
        ? watching({ bridges: watch.bridges.slice(1) })
        : config;
    case 'when':
      return routing(({ when }) => ({
        when: when === 'immediately' ? { cron: '0 * ? * * *', timezone: 'UTC' } : 'immediately',
      }));
    case 'match':
      return routing(() => ({ match: {} }));
    case 'flood':
      return routing(({ flood }) => ({
        flood: typeof flood === 'object' ? 'off' : { over: 2, show: 1 },
      }));
    case 'routes':
      return config.routes.length > 1 ? { ...config, routes: config.routes.slice(1) } : config;
  }
}
