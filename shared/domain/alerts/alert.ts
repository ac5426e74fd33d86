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

/** A condition that holds, or held a moment ago. Times in milliseconds since the epoch. */
export interface AlertEntry extends Finding {
  readonly name: string;
  readonly since: number;
  /** When it was first not found any more, after it was raised; null while it is found. */
  readonly goneAt: number | null;
  /** Null while it is not raised: it has not held for long enough. */
  readonly raisedAt: number | null;
}

/** A change that people are not told of yet. */
export interface AlertChange extends Finding {
  /** The same for every attempt to tell it. */
  readonly id: string;
  readonly name: string;
  readonly state: 'ALARM' | 'OK';
  readonly at: number;
}

/** An alert that was raised, until it was over. */
export interface OverAlert extends Pick<AlertEntry, 'name' | 'routeId'> {
  readonly raisedAt: number;
  readonly overAt: number;
}

export interface AlertState {
  readonly entries: readonly AlertEntry[];
  /** In their order. */
  readonly untold: readonly AlertChange[];
  /** Alerts that were over in the last seven days, in their order. */
  readonly over: readonly OverAlert[];
}

/** Longer than a weekend, so that one raises no alarm; shorter than a week, so that an outage is noticed in time. */
export const defaultQuietAfter = '3 days';
