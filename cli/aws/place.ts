import type { AccountPorts } from './account.ts';

/** The account and region that a command acts in. */
export interface Place {
  readonly account: string;
  readonly region: string;
}

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

/** The account and region of this machine's credentials. Rejects with the SDK's error. */
export async function findPlace({
  region,
  identity,
}: Pick<AccountPorts, 'region' | 'identity'>): Promise<Place> {
  // The region first: without a region no call can find the account.
  const found = await region();
  return { account: (await identity()).account, region: found };
}

export function tellPlace({ account, region }: Place): string {
  return `account ${account}, region ${region}`;
}
