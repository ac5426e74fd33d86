import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';

/** Each version with another way to watch. */
export function watching(
  configs: readonly SignalpostConfig[],
  watch: Partial<SignalpostConfig['watch']>,
): SignalpostConfig[] {
  return configs.map((config) => ({ ...config, watch: { ...config.watch, ...watch } }));
}

/** Each route of each version in another form. */
export function routing(
  configs: readonly SignalpostConfig[],
  edit: (route: Route, version: number) => Route,
): SignalpostConfig[] {
  return configs.map((config, version) => ({
    ...config,
    routes: config.routes.map((route) => edit(route, version)),
  }));
}
