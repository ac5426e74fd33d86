import type { TableChange } from '../../support/ledger/memory-table.ts';
import { hour, minute } from '../plan/plan.ts';
import { isForType, isTypeLearnable, typeOfBridge } from '../upstream/answer-types.ts';
import { shownType } from '../upstream/upstream-row.ts';
import type { World } from '../world/world.ts';

/** What is learned of a bridge's filter type is true: a wrong one would keep signals from their routes. */
export function checkLearnedType({ oracle, scheduler }: World, { key, after }: TableChange): void {
  const bridgeId = key.pk.slice('C#'.length);
  const { typesLearned } = oracle.memory;
  if (after === undefined) typesLearned.delete(bridgeId);
  if (after?.filterType === undefined) return;
  if (!isTypeLearnable(bridgeId) || after.filterType !== typeOfBridge(bridgeId)) {
    oracle.violate('types', `the type of ${bridgeId} was learned as ${String(after.filterType)}`);
  }
  if (!typesLearned.has(bridgeId)) typesLearned.set(bridgeId, scheduler.now());
}

/** Nobody asks for a type that is known. Two may ask at once where a clock was wrong. */
export function checkTypeRequest(world: World, url: URL): void {
  if (!isForType(url)) return;
  const bridgeId = url.searchParams.get('triggerIds') ?? '';
  const age = ageOf(world, bridgeId);
  if (age !== null && age > minute) {
    world.oracle.violate('types', `the type of ${bridgeId} is asked for again`);
  }
}

/** The types that a poll may know of a readable row's bridge as it records a signal; null for none. */
export function knownTypes(world: World, bridgeId: string): readonly (string | null)[] {
  const shown = shownType(bridgeId);
  if (shown !== null) return [shown];
  const age = ageOf(world, bridgeId);
  if (age === null) return [null];
  // A poll reads it once. After that, it may take a quarter of an hour.
  return age > hour ? [typeOfBridge(bridgeId)] : [null, typeOfBridge(bridgeId)];
}

/** How long a type has been known; null if it is not, or not any more: what is known of a silent bridge expires. */
function ageOf({ oracle, scheduler, table }: World, bridgeId: string): number | null {
  const learnedAt = oracle.memory.typesLearned.get(bridgeId);
  const isKept = table.peek({ pk: `C#${bridgeId}`, sk: 'META' })?.filterType !== undefined;
  return learnedAt === undefined || !isKept ? null : scheduler.now() - learnedAt;
}
