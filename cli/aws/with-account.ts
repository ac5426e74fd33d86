import type { AccountPorts } from './account.ts';

/** Opens the account of this machine's credentials, and closes it after the work. */
export async function withAccount<Result>(work: (account: AccountPorts) => Promise<Result>): Promise<Result> {
  // Imported here: the SDK loads slowly, and a help text or an error about a flag must not wait for it.
  const { openAccount } = await import('./account.ts');
  const account = openAccount();
  try {
    return await work(account);
  } finally {
    account.close();
  }
}
