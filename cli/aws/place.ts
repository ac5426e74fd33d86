import type { AccountPorts } from './account.ts';

/** The account and region that a command acts in. */
export interface Place {
  readonly account: string;
  readonly region: string;
}

/** The account and region of this machine's credentials. Rejects with the SDK's error. */
export async function findPlace({ region, identity }: AccountPorts): Promise<Place> {
  // The region first: without a region no call can find the account.
  const found = await region();
  return { account: (await identity()).account, region: found };
}

/** `readOnly`: without the account, because everyone who sees a pull request can read its checks. */
export function tellComparison(
  stage: string,
  place: Place,
  { readOnly = false }: { readonly readOnly?: boolean },
): string {
  return `Comparing ${stage} in ${readOnly ? `region ${place.region}` : tellPlace(place)}.`;
}

export function tellPlace({ account, region }: Place): string {
  return `account ${account}, region ${region}`;
}
