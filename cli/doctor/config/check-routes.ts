import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { findListOnly } from '../../../shared/domain/routes/column-contradiction.ts';
import {
  findImpossibleRoutes,
  findUnrouted,
  type Impossible,
  type RoutedSignals,
} from '../../../shared/domain/routes/find-impossible.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { explainRoute } from '../../words/explain-route/explain-route.ts';
import { type Check, type Finding, ok, warning } from '../check.ts';

type RoutedConfig = Pick<SignalpostConfig, 'routes' | 'routing' | 'watch' | 'hot'>;

/** Says what each route does, and warns of routes that get nothing and of signals that go nowhere. */
export function checkRoutes(config: RoutedConfig): Check[] {
  const { routes, routing } = config;
  const signals = routedSignalsOf(config);
  const impossible = new Map(
    findImpossibleRoutes(config, signals).map((problem) => [problem.routeId, problem]),
  );
  const explained = routes.map((route): Check => {
    const sentence = explainRoute(route, routing);
    const problem = impossible.get(route.id);
    return { name: `signals for ${route.id}`, needs: [], run: async () => judge(route, sentence, problem) };
  });
  const unrouted = findUnrouted(config, signals);
  if (unrouted === null) return explained;
  const finding = warning(
    `no route takes ${unrouted}: they are recorded and not sent`,
    'if they should be sent, add a route with "otherwise": true',
  );
  return [...explained, { name: 'signals for no route', needs: [], run: async () => finding }];
}

function judge({ match }: Route, sentence: string, problem: Impossible | undefined): Finding {
  if (problem) return warning(`${sentence} But ${problem.found}`, problem.fix);
  const name = findListOnly(match.columns ?? []);
  if (name === null) return ok(sentence);
  const found = `${sentence} But it asks ${name} for different values at once, which only a list can be`;
  return warning(found, 'write the values into one oneOf');
}

function routedSignalsOf({ watch, hot }: RoutedConfig): RoutedSignals {
  return {
    buyers: watch.except?.buyers,
    bridges: watch.except?.bridges,
    onlyBridges: watch.only === undefined ? undefined : watch.bridges,
    isEverHot: hot.topByHotness > 0 || hot.columns.length > 0,
  };
}
