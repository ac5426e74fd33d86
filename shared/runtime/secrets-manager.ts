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

/** A changed value is used after this at the latest, even without `fresh`, which each delivery asks for. */
const secretKeptForMs = 5 * 60_000;

/**
 * The secrets of a deployed stage, `signalpost/STAGE/NAME`, read when first needed. A value is cached for five
 * minutes; `fresh` reads it again. Failures are not cached.
 */
export function createCloudSecrets({ readSecret, stage, clock }: CloudSecretsOptions): Secrets {
  const kept = new Map<string, { readonly value: string; readonly readAt: number }>();
  const readOnce = shareWork<string>();
  return {
    async get(name, { fresh = false } = {}) {
      const held = kept.get(name);
      if (held && !fresh && clock.now() - held.readAt < secretKeptForMs) return held.value;
      return readOnce(name, async () => {
        const value = await readText(readSecret, stage, name);
        kept.set(name, { value, readAt: clock.now() });
        return value;
      });
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
    throw new SecretUnavailableError(`the secret ${cloudName} ${tellFailure(error, cloudName, write)}`, {
      cause: error,
    });
  }
  const value = answer.SecretString?.trim();
  if (value) return value;
  const found = answer.SecretBinary ? 'holds bytes' : 'is blank';
  throw new SecretUnavailableError(`the secret ${cloudName} ${found}; write its text: ${write}`);
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
