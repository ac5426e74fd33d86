import type { LinkTemplates } from '../digests/digest.ts';

/** A secret by its name: an environment variable on one machine, a Secrets Manager secret in the cloud. */
export interface SecretReference {
  readonly secret: string;
}

export interface SlackDestination {
  readonly type: 'slack';
  readonly webhookUrl: SecretReference;
}

export interface WebhookDestination {
  readonly type: 'webhook';
  readonly url: string | SecretReference;
  /** `whsec_…` signs with HMAC-SHA256 (v1), `whsk_…` with Ed25519 (v1a). */
  readonly signingSecret: SecretReference;
}

export type DestinationSettings = SlackDestination | WebhookDestination;

/**
 * Which signals a route takes. A new field compiles once it has its rule in `fitsField` below, its schema in
 * shared/config, and in the simulation a rule of the oracle's own and routes that use it.
 */
export interface RouteMatch {
  /** true: hot signals only; false: only those that are not hot; absent: both. */
  readonly hot?: boolean | undefined;
  readonly bridges?: readonly string[] | undefined;
  readonly buyers?: readonly string[] | undefined;
}

/** An EventBridge Scheduler cron expression (six fields) in a time zone of the IANA database. */
export interface CronTime {
  readonly cron: string;
  readonly timezone: string;
}

/** What happens when one digest would have too much to say. */
export interface FloodRule {
  /** More new signals than this in one digest are a flood. */
  readonly over: number;
  /** How many of a flood are shown: every hot signal, and as many others as there is room for. */
  readonly show: number;
  /** `hold` keeps the rest until it is released by hand. */
  readonly rest: 'hold' | 'drop';
}

/** Who gets what, when, where. */
export interface Route {
  readonly id: string;
  readonly match: RouteMatch;
  readonly when: 'immediately' | CronTime;
  readonly to: DestinationSettings;
  /** When it gets a heartbeat: what happened since the last one, so that silence means nothing did. Absent: never. */
  readonly heartbeat?: CronTime | undefined;
  /** `off` or absent: however many there are, all are sent. */
  readonly flood?: FloodRule | 'off' | undefined;
  /** Columns by display name, to be shown instead of those that are chosen, in this order. */
  readonly show?: readonly string[] | undefined;
  /** See `linksOf`: the config's own fill in what is left out. */
  readonly links?: LinkTemplates | undefined;
  /** See `zoneOf`. */
  readonly timezone?: string | undefined;
}

export function floodRuleOf({ flood }: Pick<Route, 'flood'>): FloodRule | null {
  return flood === undefined || flood === 'off' ? null : flood;
}

/** What a route is matched against. `hot` is null where it is not known: see `judgeHotness`, and an unreadable signal. */
export interface RouteCandidate {
  readonly buyerId: string;
  readonly bridgeId: string | null;
  readonly hot: boolean | null;
}

/**
 * Whether a signal fits what a field of `match` asks for. What is not known about the signal excludes no route, nor
 * does a field that is left out.
 */
const fitsField: { readonly [Field in keyof Required<RouteMatch>]: MatchRule } = {
  hot: ({ hot }, candidate) => hot === undefined || candidate.hot === null || hot === candidate.hot,
  bridges: ({ bridges }, { bridgeId }) =>
    bridges === undefined || bridgeId === null || bridges.includes(bridgeId),
  buyers: ({ buyers }, { buyerId }) => buyers === undefined || buyers.includes(buyerId),
};

type MatchRule = (match: RouteMatch, candidate: RouteCandidate) => boolean;

/** The routes that want a signal: all that their `match` asks for fits. */
export function matchingRoutes(routes: readonly Route[], candidate: RouteCandidate): Route[] {
  const rules = Object.values(fitsField);
  return routes.filter(({ match }) => rules.every((fits) => fits(match, candidate)));
}
