import type { GetSecretValueResponse } from '@aws-sdk/client-secrets-manager';
import type { Clock } from '../domain/clock.ts';
import { shareWork } from '../domain/concurrency.ts';
import { SecretUnavailableError } from '../domain/errors.ts';
import { isRecord } from '../domain/is-record.ts';
import { jsonIn } from '../domain/json-in.ts';
import { cloudSecretName, type SecretScope } from './environment.ts';
import type { Secrets } from './secrets.ts';

export interface CloudSecretsOptions {
  readonly readSecret: (id: string) => Promise<GetSecretValueResponse>;
  readonly stage: string;
  readonly scope: SecretScope;
  /** The name or ARN in Secrets Manager. @default `cloudSecretName` */
  readonly id?: string | undefined;
  readonly clock: Pick<Clock, 'now'>;
}

/** The key of the time at which a secret was set, in ISO 8601. No secret's name has a dot. */
export const changedSuffix = '.changed';

/** Keyed by their names in the config; the times at which they were set are there, too. */
export type StoredSecrets = Readonly<Record<string, string>>;

/** A changed value is used after this at the latest, even without `fresh`, which each delivery asks for. */
const secretsKeptForMs = 5 * 60_000;

/** Cached for five minutes; `fresh` reads them again. A missing secret is not cached. */
export function createCloudSecrets(options: CloudSecretsOptions): Secrets {
  const { readSecret, stage, scope, id = cloudSecretName(stage, scope), clock } = options;
  const readOnce = shareWork<StoredSecrets>();
  let kept: { readonly secrets: StoredSecrets; readonly readAt: number } | null = null;
  const readAll = async (write: string): Promise<StoredSecrets> => {
    const answer = await readSecret(id).catch((error: unknown) => {
      throw new SecretUnavailableError(`the secret ${id} ${formatFailure(error, id, write)}`, {
        cause: error,
      });
    });
    const secrets = parseSecrets(answer.SecretString);
    if (secrets === null) throw new SecretUnavailableError(`the secret ${id} ${notSecrets}`);
    kept = { secrets, readAt: clock.now() };
    return secrets;
  };
  return {
    async get(name, { fresh = false } = {}) {
      const isKept = !fresh && kept !== null && clock.now() - kept.readAt < secretsKeptForMs;
      const held = isKept ? kept?.secrets[name]?.trim() : undefined;
      if (held) return held;
      // The command prompts for the value: on a command line it would stay in the shell's history.
      const write = `npm run -s signalpost -- secrets set ${name} --stage ${stage}`;
      const secrets = await readOnce(id, () => readAll(write));
      const value = secrets[name]?.trim();
      if (value) return value;
      const found = secrets[name] === undefined ? 'is missing' : 'is blank';
      throw new SecretUnavailableError(`the secret ${name} ${found} in ${id}; set it: ${write}`);
    },
  };
}

/** The problem of a text that `parseSecrets` refuses, with the fix. */
export const notSecrets =
  'is not a JSON object of names and texts; correct it in Secrets Manager, or delete it and set each secret again';

/** Null unless it is a JSON object of texts. */
export function parseSecrets(stored: string | undefined): StoredSecrets | null {
  const parsed = jsonIn(stored ?? '');
  const isOfTexts = isRecord(parsed) && Object.values(parsed).every((value) => typeof value === 'string');
  return isOfTexts ? (parsed as StoredSecrets) : null;
}

function formatFailure(error: unknown, id: string, write: string): string {
  const kind = error instanceof Error ? error.name : 'unknown error';
  switch (kind) {
    case 'ResourceNotFoundException':
      return `does not exist; create it: ${write}`;
    case 'AccessDeniedException':
      // A missing secret may give this error, too: the grant's pattern includes the suffix that AWS adds on creation.
      return `does not exist, or this function may not read it; create it: ${write}; if it exists and has a key of its own, allow kms:Decrypt for this role`;
    case 'InvalidRequestException':
      return `is marked for deletion; restore it: aws secretsmanager restore-secret --secret-id ${id}`;
    default:
      return `could not be read (${kind}); nothing is lost, the next attempt reads it again`;
  }
}
