import type { GetSecretValueResponse } from '@aws-sdk/client-secrets-manager';
import type { Clock } from '../domain/clock.ts';
import { shareWork } from '../domain/concurrency.ts';
import { SecretUnavailableError } from '../domain/errors.ts';
import { cloudSecretName } from './environment.ts';
import type { Secrets } from './secrets.ts';

export interface CloudSecretsOptions {
  /** Secrets Manager's GetSecretValue, with timeouts. */
  readonly readSecret: (id: string) => Promise<GetSecretValueResponse>;
  readonly stage: string;
  readonly clock: Pick<Clock, 'now'>;
}

interface KeptSecret {
  readonly value: string;
  readonly readAt: number;
  /** When it was last read for `fresh`; null if never. */
  readonly freshAt: number | null;
}

/**
 * A changed value is used after this at the latest, even without `fresh`: a receiver may answer an old signature with
 * 400.
 */
const secretKeptForMs = 5 * 60_000;

/**
 * A rejected token makes every call ask for a fresh one; this limits the reads. An ordinary read does not count: a
 * token rotated just after it would seem rejected.
 */
const freshAfterMs = 30_000;

/**
 * The secrets of a deployed stage, `signalpost/STAGE/NAME`, read when first needed. A value is cached for five
 * minutes; `fresh` reads it again unless `fresh` read it in the last 30 seconds. Failures are not cached.
 */
export function createCloudSecrets({ readSecret, stage, clock }: CloudSecretsOptions): Secrets {
  const kept = new Map<string, KeptSecret>();
  const readOnce = shareWork<string>();

  async function readAndKeep(name: string, fresh: boolean): Promise<string> {
    const value = await readText(readSecret, stage, name);
    const readAt = clock.now();
    kept.set(name, { value, readAt, freshAt: fresh ? readAt : (kept.get(name)?.freshAt ?? null) });
    return value;
  }

  function isGoodEnough({ readAt, freshAt }: KeptSecret, fresh: boolean): boolean {
    if (!fresh) return clock.now() - readAt < secretKeptForMs;
    return freshAt !== null && clock.now() - freshAt < freshAfterMs;
  }

  return {
    async get(name, { fresh = false } = {}) {
      const held = kept.get(name);
      if (held && isGoodEnough(held, fresh)) return held.value;
      return readOnce(name, () => readAndKeep(name, fresh));
    },
  };
}

async function readText(
  readSecret: CloudSecretsOptions['readSecret'],
  stage: string,
  name: string,
): Promise<string> {
  const cloudName = cloudSecretName(stage, name);
  // The command prompts for the value: on a command line it would stay in the shell's history.
  const write = `signalpost secrets set ${name} --stage ${stage}`;
  let answer: GetSecretValueResponse;
  try {
    answer = await readSecret(cloudName);
  } catch (error) {
    throw new SecretUnavailableError(
      name,
      `the secret ${cloudName} ${tellFailure(error, cloudName, write)}`,
      {
        cause: error,
      },
    );
  }
  const value = answer.SecretString?.trim();
  if (value) return value;
  const found = answer.SecretBinary ? 'holds bytes' : 'is blank';
  throw new SecretUnavailableError(name, `the secret ${cloudName} ${found}; write its text: ${write}`);
}

function tellFailure(error: unknown, cloudName: string, write: string): string {
  const kind = error instanceof Error ? error.name : 'unknown error';
  switch (kind) {
    case 'ResourceNotFoundException':
      return `does not exist; create it: ${write}`;
    case 'AccessDeniedException':
      // Also for a missing secret: the grant's pattern includes the suffix that AWS adds on creation.
      return `does not exist, or this function may not read it; create it: ${write}; if it exists, deploy the config that names it; if it has a key of its own, allow kms:Decrypt for this role`;
    case 'InvalidRequestException':
      return `is marked for deletion; restore it: aws secretsmanager restore-secret --secret-id ${cloudName}`;
    default:
      return `could not be read (${kind}); nothing is lost, the next attempt reads it again`;
  }
}
