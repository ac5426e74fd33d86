import { destinationOf } from '../../message/destinations.ts';
import type { SecretForm } from '../../message/send/destination.ts';
import { signingKey } from '../../message/webhook/webhook.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { SecretScope } from '../../shared/runtime/environment.ts';

export type SecretUse = ReturnType<typeof listSecretUses>[number];

/** The parts of the config that name secrets. */
type SecretNaming = Pick<SignalpostConfig, 'api' | 'inbound' | 'routes' | 'alarms'>;

/** Every destination of the config, with its name in messages. Those of a set's owners are that of its rest, but for the person. */
export function listDestinations({ routes, alarms }: Omit<SecretNaming, 'api' | 'inbound'>) {
  const own = routes.filter(({ owner }) => !owner?.is);
  const ofRoutes = own.map(({ id, to }) => ({ name: `route ${id}`, to, scope: 'destinations' }) as const);
  if (alarms?.to === undefined) return ofRoutes;
  return [...ofRoutes, { name: 'alarms.to', to: alarms.to, scope: 'alarms' as const }];
}

/** Every secret that the config names, each once, in the order in which it names them. */
export function listSecretUses(config: SecretNaming) {
  const { events, slack } = config.inbound ?? {};
  const named = [
    { ...config.api.token, form: accessToken, usedBy: 'api.token', scope: 'api' as SecretScope },
    ...listDestinations(config).flatMap(({ name: usedBy, to, scope }) => {
      const own = destinationOf(to).secretsOf(to);
      return own.map((one) => ({ ...one, usedBy, scope }));
    }),
    { ...events?.signingSecret, form: signingKey, usedBy: 'inbound.events', scope: 'inbound' as const },
    { ...slack?.signingSecret, form: slackSecret, usedBy: 'inbound.slack', scope: 'inbound' as const },
  ];
  const uses = named.flatMap((one) => (one.secret === undefined ? [] : { ...one, name: one.secret }));
  return [...Map.groupBy(uses, ({ name }) => name)].map(([name, same]) => ({
    name,
    /** The formats that its uses need. */
    forms: [...new Set(same.map(({ form }) => form))],
    /** The fields of the config that name it: `api.token`, `route sales`. */
    usedBy: [...new Set(same.map(({ usedBy }) => usedBy))],
    /** The scopes in which a stage keeps it: two if routes and alarms use it. */
    scopes: [...new Set(same.map(({ scope }) => scope))],
  }));
}

/**
 * Why a value can't be used as the config says, with the fix; null if it can. Never contains the value or a part of
 * it. `permitLocal` permits plain http and loopback addresses.
 */
export function findShapeProblem({ forms }: Pick<SecretUse, 'forms'>, value: string, permitLocal: boolean) {
  if (value.trim() === '') return 'it is empty; give a value';
  if (value !== value.trim()) return 'it begins or ends with white space; remove it';
  for (const form of forms) {
    const problem = form.findProblem(value, permitLocal);
    if (problem !== null) return problem;
  }
  return null;
}

/** The access token of the Bridge Data Access Service. */
export const accessToken: SecretForm = {
  name: 'an access token',
  findProblem(value) {
    if (/^bearer\s/i.test(value)) return 'it begins with the word Bearer; give only the token';
    if (/\s/.test(value)) return 'it contains white space; give only the token, on one line';
    // fetch rejects any other character in a header, with an error that quotes the header.
    if (!/^[\x21-\x7e]+$/.test(value))
      return 'it contains characters that an access token cannot have; copy it again';
    return null;
  },
};

/** The secret that signs the calls of a Slack app; two with a space between them while one replaces the other. */
export const slackSecret: SecretForm = {
  name: 'the signing secret of a Slack app',
  findProblem: (value) =>
    /^[\da-f]{32}(\s+[\da-f]{32})?$/.test(value)
      ? null
      : 'it is not 32 digits and letters from a to f; copy the "Signing Secret" in "Basic Information" of the app',
};
