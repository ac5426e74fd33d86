import { cloudSecretName } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { accessToken } from '../operate/secrets/secret-shape.ts';
import { listSecretUses } from '../operate/secrets/secret-uses.ts';
import type { SandboxAddress } from './sandbox-worker.ts';

/** The user's config, pointed at the sandbox: its buyers, as many of its bridges, and no ids that it doesn't know. */
export function pointAtSandbox(
  config: SignalpostConfig,
  { url, buyerIds, bridgeIds }: SandboxAddress,
  every: string,
): SignalpostConfig {
  const { watch } = config;
  const allEvery = parseDuration(watch.allEvery) < parseDuration(every) ? every : watch.allEvery;
  // None would mean that no row is looked at before a signal has come from its bridge.
  const bridges = bridgeIds.slice(0, Math.max(1, watch.bridges.length));
  return {
    ...config,
    api: { ...config.api, baseUrl: url },
    watch: { ...watch, buyers: buyerIds, bridges, every, allEvery, firstRun: 'baseline' },
    routes: config.routes.map((route) => {
      const { bridges: _, buyers: __, ...match } = route.match;
      return { ...route, match };
    }),
    local: true,
  };
}

/** A value of the right shape for each secret that the config names. */
export function inventSecrets(
  config: SignalpostConfig,
  stage: string,
  token: string,
): ReadonlyMap<string, string> {
  return new Map(
    listSecretUses(config).map(({ name, forms: [form] }) => [
      cloudSecretName(stage, name),
      form === undefined || form === accessToken ? token : form.example,
    ]),
  );
}
