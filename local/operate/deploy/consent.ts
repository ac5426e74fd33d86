import { ConfigurationError } from '../../../shared/domain/errors.ts';
import { ask } from '../../words/ask.ts';

/** How far a command may go without asking. */
export interface Consent {
  readonly yes: boolean;
  /** A person sits at it. */
  readonly terminal: boolean;
  /** A pipeline runs it: nobody answers. */
  readonly ci: boolean;
}

export function findConsent({ yes }: { readonly yes?: boolean }): Consent {
  return { yes: yes === true, terminal: process.stdin.isTTY === true, ci: Boolean(process.env.CI) };
}

/** Whether CDK may ask. Throws `ConfigurationError` where nobody could answer and nobody said that it need not ask. */
export function mayAsk({ yes, terminal, ci }: Consent): boolean {
  if (yes || ci) return false;
  if (terminal) return true;
  throw new ConfigurationError([
    '--yes: found neither this flag nor a terminal to ask at; add --yes when nobody is to be asked',
  ]);
}

/** Throws `ConfigurationError` where nobody could consent to destroying: in a pipeline too, being unattended is none. */
export function checkConsent({ yes, terminal }: Consent): void {
  if (yes || terminal) return;
  throw new ConfigurationError([
    '--yes: found neither this flag nor a terminal to ask at; add --yes to destroy',
  ]);
}

/**
 * Wants the stage's name typed before something is destroyed, unless `--yes` was given. Throws `ConfigurationError`
 * without it.
 */
export async function confirmDestroy(stage: string, consent: Consent): Promise<void> {
  checkConsent(consent);
  if (consent.yes) return;
  const streams = { input: process.stdin, output: process.stderr };
  const typed = await ask(`Type ${stage} to go on:`, { ...streams, silent: false });
  if (typed?.trim() !== stage)
    throw new ConfigurationError([`${stage} was not typed: nothing was destroyed`]);
}
