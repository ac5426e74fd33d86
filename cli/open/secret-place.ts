import type { EnvironmentSecrets } from '../../machine/secrets-environment.ts';
import { SecretUnavailableError } from '../../shared/domain/errors.ts';
import { type PlaceFlags, suggest } from '../../view/words/suggest.ts';
import { loadStageSecrets } from '../aws/place.ts';
import type { StageSecrets } from '../aws/stage-secrets.ts';
import type { PlaceOptions, StageOptions } from '../input/options.ts';
import { localSecrets } from './own-config.ts';
import type { SecretUse } from './secret-uses.ts';

/** The place of a config's secrets: this machine, or a stage's account. */
export interface SecretPlace {
  readonly flags: PlaceFlags;
  /** Rejects with `SecretUnavailableError` if there is none. */
  read(use: Pick<SecretUse, 'name' | 'scopes'>): Promise<string>;
  /** The environment hides another value in `.env`. */
  hides(name: string): Promise<boolean>;
  /** The command that sets a secret, by its name. */
  fix(name: string): string;
}

export async function openSecretPlace(options: PlaceOptions): Promise<SecretPlace> {
  const { stage } = options;
  if (stage === undefined) return localPlace(localSecrets(options), options);
  return stagePlace({ ...options, stage }, await loadStageSecrets(stage));
}

export function stagePlace(flags: StageOptions, secrets: Pick<StageSecrets, 'read' | 'idOf'>): SecretPlace {
  const fix = (name: string) => suggest(`secrets set ${name}`, flags);
  return {
    flags,
    fix,
    hides: async () => false,
    async read({ name, scopes }) {
      const stored = await Promise.all(scopes.map((scope) => secrets.read(scope)));
      const lacking = scopes.filter((_, at) => stored[at]?.[name] === undefined);
      const ids = lacking.map(secrets.idOf).join(' and ');
      if (ids !== '')
        throw new SecretUnavailableError(`the secret ${name} is not in ${ids}; set it: ${fix(name)}`);
      return stored[0]?.[name] ?? '';
    },
  };
}

export function localPlace(secrets: EnvironmentSecrets, flags: PlaceFlags = {}): SecretPlace {
  const fix = (name: string) => `write the line ${name}=… into .env, or set the environment variable`;
  return { flags, fix, hides: secrets.hides, read: ({ name }) => secrets.get(name) };
}
