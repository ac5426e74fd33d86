import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { SecretForm } from '../../shared/destinations/destination.ts';
import { destinationOf } from '../../shared/destinations/destinations.ts';
import type { DestinationSettings, Route } from '../../shared/domain/routes/route.ts';
import { accessToken } from './secret-shape.ts';

export interface SecretUse {
  readonly name: string;
  /** The formats that its uses need. */
  readonly forms: readonly SecretForm[];
  /** The fields of the config that name it: `api.token`, `route sales`. */
  readonly usedBy: readonly string[];
}

/** The parts of the config that name secrets. */
export interface SecretNaming extends Pick<SignalpostConfig, 'api'> {
  readonly routes: readonly Pick<Route, 'id' | 'to'>[];
  readonly alarms?: { readonly to?: DestinationSettings | undefined } | undefined;
}

/** Every destination of the config, with its name in messages. */
export function listDestinations(
  config: Omit<SecretNaming, 'api'>,
): { readonly name: string; readonly to: DestinationSettings }[] {
  const routes = config.routes.map(({ id, to }) => ({ name: `route ${id}`, to }));
  const alarms = config.alarms?.to;
  return alarms === undefined ? routes : [...routes, { name: 'alarms.to', to: alarms }];
}

/** Every secret that the config names, each once, in the order in which it names them. */
export function listSecretUses(config: SecretNaming): SecretUse[] {
  const found = new Map<string, { readonly forms: Set<SecretForm>; readonly usedBy: Set<string> }>();
  const add = (name: string, form: SecretForm, usedBy: string): void => {
    const use = found.get(name) ?? { forms: new Set(), usedBy: new Set() };
    use.forms.add(form);
    use.usedBy.add(usedBy);
    found.set(name, use);
  };
  add(config.api.token.secret, accessToken, 'api.token');
  for (const { name: usedBy, to } of listDestinations(config)) {
    for (const { secret, form } of destinationOf(to).secretsOf(to)) add(secret, form, usedBy);
  }
  return [...found].map(([name, { forms, usedBy }]) => ({ name, forms: [...forms], usedBy: [...usedBy] }));
}
