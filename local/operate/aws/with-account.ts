import type { AccountPorts } from './account.ts';

/** Opens the account that this machine's credentials lead to, and closes it after the work. */
export async function withAccount<Result>(work: (account: AccountPorts) => Promise<Result>): Promise<Result> {
  // Loaded here: the SDK takes a while, which a help text and a wrong flag need not wait for.
  const { openAccount } = await import('./account.ts');
  const account = openAccount();
  try {
    return await work(account);
  } finally {
    account.close();
  }
}
