import { destinationOf } from '../../../shared/destinations/destinations.ts';
import type { Route, RoutingMode } from '../../../shared/domain/routes/route.ts';
import { tellSignals } from './tell-match.ts';
import { tellLimits, tellWhen } from './tell-times.ts';

/** The fields of a route that its sentence is made of. */
export type ExplainedRoute = Omit<Route, 'show' | 'links'>;

/**
 * What a route does, in a sentence of three parts: which signals, where they go, and when. Pure, and without a secret:
 * of a destination it names the secret, the channel or the host.
 */
export function explainRoute(route: ExplainedRoute, routing: RoutingMode = 'all'): string {
  const place = destinationOf(route.to).tellPlace(route.to);
  const parts = [`${tellWho(route, routing)} go to ${place} ${tellWhen(route)}`];
  return `${[...parts, ...tellLimits(route)].join(', ')}.`;
}

function tellWho({ match, otherwise }: ExplainedRoute, routing: RoutingMode): string {
  const rest = otherwise === true ? ['that no other route matches'] : [];
  const first = routing === 'first' && otherwise !== true ? ['unless an earlier route matches them'] : [];
  const whole = tellSignals(match, { noun: 'signals', before: rest, behind: first });
  const isAll = Object.keys(match).length === 0 && rest.length === 0;
  return capitalise(isAll ? `all ${whole}` : whole);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
