import type { AlertFacts, RouteFacts } from './facts.ts';

export interface Finding {
  readonly routeId: string | null;
  /** Null for none or several. */
  readonly digestId: string | null;
  /** Digests, signals or buyers that it is about; null for something that is not counted. */
  readonly count: number | null;
  readonly figures: string;
}

export interface Alert {
  readonly name: string;
  readonly heading: string;
  /** One sentence: what goes wrong, and for whom. */
  readonly impact: string;
  /** Milliseconds for which the condition holds before the alert is raised. @default 0 */
  readonly after?: number;
  /**
   * Milliseconds for which the condition is not found before the alert is over: longer than it may be unknown while it
   * holds. @default until the next judgement
   */
  readonly overAfter?: number;
  /** False while nobody can say that the condition is over: an alert that is raised stays. @default true */
  readonly isKnown?: (facts: AlertFacts) => boolean;
  /** One finding for each route, or one in all. None also if the condition can't be known now. */
  readonly find: (facts: AlertFacts) => readonly Finding[];
}

export function found(figures: string, count: number | null = null): readonly Finding[] {
  return [{ routeId: null, digestId: null, count, figures }];
}

export type RouteFinding = Pick<Finding, 'figures'> & Partial<Finding>;

export function eachRoute(find: (route: RouteFacts, now: number) => RouteFinding | null) {
  return ({ routes, now }: AlertFacts): readonly Finding[] =>
    routes.flatMap((route) => {
      const one = find(route, now);
      return one === null ? [] : [{ routeId: route.routeId, digestId: null, count: null, ...one }];
    });
}

/** Times in milliseconds since the epoch. */
export interface AlertEntry extends Finding {
  readonly name: string;
  readonly since: number;
  /** The time when it was first not found any more; null while it is found. */
  readonly goneAt: number | null;
  /** Null while it is not raised: it has not held for long enough. */
  readonly raisedAt: number | null;
}

export interface AlertChange extends Finding {
  readonly id: string;
  readonly name: string;
  readonly state: 'ALARM' | 'OK';
  readonly at: number;
}

export interface OverAlert extends Pick<AlertEntry, 'name' | 'routeId'> {
  readonly raisedAt: number;
  readonly overAt: number;
}

export interface AlertState {
  readonly entries: readonly AlertEntry[];
  readonly untold: readonly AlertChange[];
  readonly over: readonly OverAlert[];
}

/** Longer than a weekend, so that one raises no alarm; shorter than a week, so that an outage is noticed in time. */
export const defaultQuietAfter = '3 days';
