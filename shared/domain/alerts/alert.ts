import type { AlertFacts, RouteFacts } from './facts.ts';

/** Something that a person should know of, and what it is about. */
export interface Finding {
  readonly routeId: string | null;
  /** Null for none or several. */
  readonly digestId: string | null;
  /** How many digests, signals or buyers it is about; null for something that is not counted. */
  readonly count: number | null;
  /** What was found, in a sentence. */
  readonly figures: string;
}

/** A condition of which people are told when it begins to hold, and when it is over. */
export interface Alert {
  /** In kebab case. */
  readonly name: string;
  /** The heading in docs/runbook.md. */
  readonly heading: string;
  /** What goes wrong and for whom. */
  readonly impact: string;
  /** How long the condition holds before the alert is raised, in milliseconds. @default 0 */
  readonly after?: number;
  /** How long the condition is not found before the alert is over, in milliseconds. @default until the next judgement */
  readonly overAfter?: number;
  /** One finding for each route, or one in all. Null if it can't be known now: nothing changes then. */
  readonly find: (facts: AlertFacts) => readonly Finding[] | null;
}

/** A finding that is about no route. */
export function found(figures: string, count: number | null = null): readonly Finding[] {
  return [{ routeId: null, digestId: null, count, figures }];
}

/** What was found of a route; without a digest or a count if it is about none. */
export type RouteFinding = Pick<Finding, 'figures'> & Partial<Finding>;

/** A condition that is judged route by route. */
export function eachRoute(find: (route: RouteFacts, now: number) => RouteFinding | null): Alert['find'] {
  return ({ routes, now }) =>
    routes.flatMap((route) => {
      const one = find(route, now);
      return one === null ? [] : [{ routeId: route.routeId, digestId: null, count: null, ...one }];
    });
}
