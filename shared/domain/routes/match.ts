import { awaitsOwner, type Owner, type OwnerView, ownersOf } from '../cells/owners.ts';
import type { Signal } from '../rows/signal.ts';
import { type ColumnCondition, judgeColumn, type KnownCells } from './column-condition.ts';
import { allOf, anyOf, not, type Truth } from './truth.ts';
import { isWanted } from './wanted-names.ts';

/** A route takes the signals for which every field holds. */
export interface RouteMatch {
  /** true: hot signals only; false: only those that are not hot; absent: both. */
  readonly hot?: boolean | undefined;
  /** Bridges are given by id, or by the display name that their signals show. */
  readonly bridges?: readonly string[] | undefined;
  /** The same. */
  readonly buyers?: readonly string[] | undefined;
  /** All must hold. */
  readonly columns?: readonly ColumnCondition[] | undefined;
  /** One of them must hold. */
  readonly any?: readonly RouteMatch[] | undefined;
  /** Must not hold. */
  readonly not?: RouteMatch | undefined;
}

/** Something of each field of `match`: one that is forgotten does not compile. */
export type OfEachField<Of> = { readonly [Field in keyof Required<RouteMatch>]: Of };

/** `matchesIn` lists the fields that hold matches beside their own. */
export type OfOwnField<Of> = Omit<OfEachField<Of>, 'any' | 'not'>;

/** Null stands for what is not known of a signal. */
export interface RouteCandidate extends KnownCells {
  /** Lower case. */
  readonly bridgeId: string | null;
  readonly bridgeName: string | null;
  /** Lower case. */
  readonly buyerId: string;
  readonly buyerName?: string | null | undefined;
  /** See `judgeHotness`. */
  readonly hot: boolean | null;
  /** Upstream is still computing a column of the hot rule. */
  readonly hotAwaited?: boolean | undefined;
  /** None where nothing is known of them: nobody is told by mistake. */
  readonly owners?: readonly Owner[] | undefined;
  /** Upstream is still computing whose it is. */
  readonly ownerAwaited?: boolean | undefined;
}

/** Nothing is known of a signal that could not be read. `view`: by whose ids owners are known. */
export function knownOf(signal: Signal | null, view: OwnerView, unsettled: readonly string[] = []) {
  return {
    owners: signal ? ownersOf(signal, view).all : [],
    ownerAwaited: signal !== null && awaitsOwner(signal, view, unsettled),
    unsettled,
    bridgeId: signal?.bridgeId.toLowerCase() ?? null,
    bridgeName: signal?.bridgeName ?? null,
    buyerName: signal?.buyerName ?? null,
    columns: signal?.columns ?? null,
  };
}

type Judge = (match: RouteMatch, candidate: RouteCandidate, timezone: string) => Truth;

/** An absent field always fits. */
const judgeField: OfEachField<Judge> = {
  hot: ({ hot }, candidate) => hot === undefined || (candidate.hot === null ? null : hot === candidate.hot),
  bridges: ({ bridges }, candidate) => isWanted(bridges, candidate.bridgeId, candidate.bridgeName),
  buyers: ({ buyers }, candidate) => isWanted(buyers, candidate.buyerId, candidate.buyerName ?? null),
  columns: ({ columns = [] }, candidate, timezone) =>
    allOf(columns.map((condition) => judgeColumn(condition, candidate, timezone))),
  any: ({ any }, candidate, timezone) =>
    any === undefined || anyOf(any.map((match) => judgeMatch(match, candidate, timezone))),
  not: (match, candidate, timezone) =>
    match.not === undefined || not(judgeMatch(match.not, candidate, timezone)),
};

const judges = Object.values(judgeField);

/** Null while the match depends on an unknown value. Dates are read in the time zone. */
export function judgeMatch(match: RouteMatch, candidate: RouteCandidate, timezone: string): Truth {
  return allOf(judges.map((judge) => judge(match, candidate, timezone)));
}

export function matchesIn(match: RouteMatch): RouteMatch[] {
  const inner = [...(match.any ?? []), ...(match.not ? [match.not] : [])];
  return [match, ...inner.flatMap(matchesIn)];
}

/** A route that asks for hot signals gets those of which nobody knows, too. */
export function asksForHot(match: RouteMatch): boolean {
  return matchesIn(match).some(({ hot }) => hot === true);
}
