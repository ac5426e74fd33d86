import type { AccountPorts } from '../doctor/check-account.ts';

/** Where a command acts. */
export interface Place {
  readonly account: string;
  readonly region: string;
}

/** Where the credentials of this machine lead. Rejects with what the SDK throws. */
export async function findPlace({ region, identity }: AccountPorts): Promise<Place> {
  // The region first: without one nobody can be asked who this is.
  const found = await region();
  return { account: (await identity()).account, region: found };
}

export function tellPlace({ account, region }: Place): string {
  return `account ${account}, region ${region}`;
}
