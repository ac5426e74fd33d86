import type { Oracle } from '../parts/oracle.ts';
import { canaries } from '../parts/secrets.ts';

/** I12: no secret is in any log, error, dead letter, digest or item. */
export function checkSecrets(oracle: Oracle, where: string, text: string): void {
  for (const canary of canaries) {
    if (text.includes(canary)) oracle.violate('I12', `a secret is in ${where}`);
  }
}

export function checkSecretsInError(oracle: Oracle, thrower: string, error: unknown): void {
  for (let at = error; at instanceof Error; at = at.cause) {
    checkSecrets(oracle, `an error of ${thrower}`, at.message);
  }
}
