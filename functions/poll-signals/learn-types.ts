import { inParallel } from '../../shared/domain/concurrency.ts';
import { UpstreamPausedError } from '../../shared/domain/errors.ts';
import { bridgeTypeIn, findBridgeType } from '../../shared/domain/signals/bridge-type.ts';
import type { ListedSignal, PollSignalsPorts } from './ports.ts';

const bridgesAtOnce = 4;

/**
 * Learns the filter types of bridges whose new signals show none, once a bridge. Runs behind the columns: whatever fails
 * here changes nothing about a signal, and a type that can't be learned excludes no route.
 */
export async function learnTypes(
  { types, observe, upstreamProblem }: PollSignalsPorts,
  /** A buyer of each bridge, by the bridge's id in small letters. */
  untyped: ReadonlyMap<string, string>,
  until: number,
): Promise<void> {
  if (!types.areWanted) return;
  let isPaused = false;
  await inParallel([...untyped], bridgesAtOnce, async ([bridgeId, buyerId]) => {
    if (isPaused || !(await types.beginLearning(bridgeId))) return;
    try {
      const shown = bridgeTypeIn(await types.readSummary(buyerId), bridgeId);
      const ask = (some: readonly string[]) => types.areListed({ buyerId, bridgeId, types: some }, until);
      await types.save(bridgeId, shown ?? (await findBridgeType(types.known, ask)));
    } catch (error) {
      const problem = upstreamProblem(error);
      if (problem === null) throw error;
      isPaused ||= error instanceof UpstreamPausedError;
      observe({ kind: 'type-failed', bridgeId, problem });
    }
  });
}

export type TypeOf = (item: ListedSignal) => string | null;

/** The filter types of signals' bridges: as shown, or as learned before. Reads only what a route may ask for. */
export function createTypeReader({ types }: PollSignalsPorts) {
  const learned = new Map<string, string | undefined>();
  return async (items: readonly ListedSignal[]): Promise<TypeOf> => {
    for (const item of items) {
      const bridgeId = untypedBridge(item);
      if (bridgeId === null || learned.has(bridgeId)) continue;
      learned.set(bridgeId, types.areMatched ? await types.read(bridgeId) : undefined);
    }
    return (item) => {
      const bridgeId = untypedBridge(item);
      if (bridgeId !== null) return learned.get(bridgeId) ?? null;
      return 'raw' in item.content ? null : (item.content.filterType ?? null);
    };
  };
}

/** The bridge, in small letters, of a signal that does not show its type; null for any other. */
export function untypedBridge({ content }: Pick<ListedSignal, 'content'>): string | null {
  return 'raw' in content || content.filterType ? null : content.bridgeId.toLowerCase();
}
