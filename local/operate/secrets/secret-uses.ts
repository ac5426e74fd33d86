import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { DestinationSettings, Route, SecretReference } from '../../../shared/domain/routes/route.ts';

/** What a secret is read as, and so what it must look like. */
export type SecretKind = 'token' | 'slack-address' | 'webhook-address' | 'signing-key';

export interface SecretUse {
  readonly name: string;
  readonly kinds: readonly SecretKind[];
  /** The fields of the config that name it: `api.token`, `route sales`. */
  readonly usedBy: readonly string[];
}

/** The parts of the config that name secrets. */
export interface SecretNaming extends Pick<SignalpostConfig, 'api'> {
  readonly routes: readonly Pick<Route, 'id' | 'to'>[];
  readonly alarms?: { readonly to?: DestinationSettings | undefined } | undefined;
}

/** Each place that something is sent to, under the name that people know it by. */
export function listDestinations(
  config: Omit<SecretNaming, 'api'>,
): { readonly name: string; readonly to: DestinationSettings }[] {
  const routes = config.routes.map(({ id, to }) => ({ name: `route ${id}`, to }));
  const alarms = config.alarms?.to;
  return alarms === undefined ? routes : [...routes, { name: 'alarms.to', to: alarms }];
}

/** Every secret that the config names, each once, in the order in which it names them. */
export function listSecretUses(config: SecretNaming): SecretUse[] {
  const found = new Map<string, { readonly kinds: Set<SecretKind>; readonly usedBy: Set<string> }>();
  const add = (name: string, kind: SecretKind, usedBy: string): void => {
    const use = found.get(name) ?? { kinds: new Set(), usedBy: new Set() };
    use.kinds.add(kind);
    use.usedBy.add(usedBy);
    found.set(name, use);
  };
  add(config.api.token.secret, 'token', 'api.token');
  for (const { name: usedBy, to } of listDestinations(config)) {
    for (const [name, kind] of secretsOfDestination(to)) add(name, kind, usedBy);
  }
  return [...found].map(([name, { kinds, usedBy }]) => ({ name, kinds: [...kinds], usedBy: [...usedBy] }));
}

function secretsOfDestination(to: DestinationSettings): [name: string, kind: SecretKind][] {
  if (to.type === 'slack') return [[to.webhookUrl.secret, 'slack-address']];
  const address: [string, SecretKind][] = isReference(to.url) ? [[to.url.secret, 'webhook-address']] : [];
  return [...address, [to.signingSecret.secret, 'signing-key']];
}

function isReference(value: string | SecretReference): value is SecretReference {
  return typeof value !== 'string';
}
