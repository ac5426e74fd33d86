import { ConfigurationError } from '../../shared/domain/errors.ts';
import { ask } from '../words/ask.ts';

/** Where a command's consent can come from. */
export interface Consent {
  readonly yes: boolean;
  /** An operator is at the terminal. */
  readonly terminal: boolean;
  /** A pipeline runs it: no one can answer. */
  readonly ci: boolean;
}

export function findConsent({ yes }: { readonly yes?: boolean }): Consent {
  return { yes: yes === true, terminal: process.stdin.isTTY === true, ci: Boolean(process.env.CI) };
}

/** Whether CDK may ask questions. Throws `ConfigurationError` if there is no terminal, no --yes and no pipeline. */
export function mayAsk({ yes, terminal, ci }: Consent): boolean {
  if (yes || ci) return false;
  if (terminal) return true;
  throw new ConfigurationError([
    '--yes: found neither this flag nor a terminal to ask at; add --yes to deploy without questions',
  ]);
}

/** Destroying needs --yes or a terminal, in a pipeline too. Throws `ConfigurationError` without both. */
export function checkConsent({ yes, terminal }: Consent): void {
  if (yes || terminal) return;
  throw new ConfigurationError([
    '--yes: found neither this flag nor a terminal to ask at; add --yes to destroy',
  ]);
}

/**
 * Asks for the stage's name before anything is destroyed, unless `--yes` was given. Throws `ConfigurationError` for
 * another answer.
 */
export async function confirmDestroy(stage: string, consent: Consent): Promise<void> {
  checkConsent(consent);
  if (consent.yes) return;
  const streams = { input: process.stdin, output: process.stderr };
  const typed = await ask(`Type ${stage} to continue:`, { ...streams, silent: false });
  if (typed?.trim() !== stage)
    throw new ConfigurationError([`${stage} was not typed: nothing was destroyed`]);
}
