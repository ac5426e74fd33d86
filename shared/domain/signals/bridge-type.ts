import type { BuyerSummary } from '../digests/digest.ts';
import { bridgeTypes } from '../routes/match.ts';

/** Whether a bridge's signals are listed for some filter types; null if the answer does not tell. */
export type AskTypes<Type extends string> = (types: readonly Type[]) => Promise<boolean | null>;

/**
 * The filter type of a bridge, by halving; null if the answers don't tell. A service may ignore the filter, or read a
 * list of types in another way: so the type must have been listed by itself, and not be listed for the others.
 */
export async function findBridgeType<Type extends string>(
  types: readonly Type[],
  isListed: AskTypes<Type>,
): Promise<Type | null> {
  let left = types;
  let [isShown, isFiltered] = [false, false];
  while (left.length > 1) {
    const half = left.slice(0, Math.ceil(left.length / 2));
    const answer = await isListed(half);
    if (answer === null) return null;
    isShown = answer && half.length === 1;
    isFiltered ||= !answer;
    left = answer ? half : left.slice(half.length);
  }
  const [type] = left;
  if (type === undefined) return null;
  if (!isShown && (await isListed([type])) !== true) return null;
  if (isFiltered) return type;
  const others = types.filter((one) => one !== type);
  return (await isListed(others)) === false ? type : null;
}

const known = new Set<string>(bridgeTypes);

/** The filter type of a bridge by the sources of a summary, which name bridges; null if they don't tell. */
export function bridgeTypeIn(summary: BuyerSummary | null, bridgeId: string): string | null {
  const { whatsRecent, theBiggerPicture, areasForDeeperDiscovery } = summary ?? {};
  const sources = [whatsRecent, theBiggerPicture, areasForDeeperDiscovery].flatMap((block) =>
    (block?.sections ?? []).flatMap((section) => section.sources),
  );
  const own = sources.filter(({ triggerId }) => triggerId?.toLowerCase() === bridgeId.toLowerCase());
  // The contract leaves open what else the field may hold.
  return own.find(({ triggerType }) => known.has(triggerType ?? ''))?.triggerType ?? null;
}
