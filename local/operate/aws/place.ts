import type { AccountPorts } from './account.ts';

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

/** `readOnly`: without the account, since what a check of a pull request says is read by all who read that. */
export function tellComparison(
  stage: string,
  place: Place,
  { readOnly = false }: { readonly readOnly?: boolean },
): string {
  return `Compares ${stage} in ${readOnly ? `region ${place.region}` : tellPlace(place)}.`;
}

export function tellPlace({ account, region }: Place): string {
  return `account ${account}, region ${region}`;
}
