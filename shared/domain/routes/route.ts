import type { RouteMatch } from './match.ts';
import type { QuietHours } from './quiet.ts';

/** A secret by its name: an environment variable on one machine, a Secrets Manager secret in the cloud. */
export interface SecretReference {
  readonly secret: string;
}

export interface MentionSettings {
  /** Members and groups of the workspace, once in a digest with hot signals. */
  readonly hot?: readonly string[] | undefined;
  /** The owners of hot signals, by `people` of the config. @default false */
  readonly owners?: boolean | undefined;
}

/** An incoming webhook: it posts into the one channel that it was made for, and has no threads. */
export interface SlackWebhookDestination {
  readonly type: 'slack';
  readonly webhookUrl: SecretReference;
  readonly mention?: MentionSettings | undefined;
}

/** A bot: a digest's hot signals go into the channel, the others into a thread. */
export interface SlackBotDestination {
  readonly type: 'slack';
  readonly botToken: SecretReference;
  /** `C…` or `G…`; `U…` or `W…` of an owner's own route. A written config also has `owner`: see `expandOwners`. */
  readonly channel: string;
  /** A written config with the channel `owner` names the channel of the rest here. No route has it once it was read. */
  readonly otherwise?: string | undefined;
  /** @default 'https://slack.com/api' */
  readonly apiUrl?: string | undefined;
  readonly mention?: MentionSettings | undefined;
}

/** One kind: a digest that was created for one of the two can be sent by the other. */
export type SlackDestination = SlackWebhookDestination | SlackBotDestination;

export interface TeamsDestination {
  readonly type: 'teams';
  readonly webhookUrl: SecretReference;
  readonly mention?: Pick<MentionSettings, 'owners'> | undefined;
}

export const leastMaxBytes = 20_000;

/** A secret in the value of a header, with what stands before it: `Bearer `. */
export interface HeaderSecret extends SecretReference {
  readonly prefix?: string | undefined;
}

export const idInHeader = '${id}';

/** JSON with expressions, by JSON-e: what it renders to is the body. */
export type BodyTemplate = Readonly<Record<string, unknown>> | readonly unknown[];

export interface WebhookDestination {
  readonly type: 'webhook';
  readonly url: string | SecretReference;
  /** `whsec_…`, which signs with HMAC-SHA256. Absent only where a header or the address is a secret. */
  readonly signingSecret?: SecretReference | undefined;
  /** The headers of every webhook come besides. In a text `idInHeader` stands for the digest's id. */
  readonly headers?: Readonly<Record<string, string | HeaderSecret>> | undefined;
  /** @default the documented body */
  readonly body?: BodyTemplate | undefined;
  /** Answers from 400 to 499 after which a digest is not tried again. */
  readonly final?: readonly number[] | undefined;
  /** The most bytes of one body with several signals, 20,000 to 200,000. @default 20000 */
  readonly maxBytes?: number | undefined;
  /** The most signals of one body, 1 to 92. @default as many as fit */
  readonly maxSignals?: number | undefined;
}

export function hasTemplate(to: DestinationSettings): boolean {
  return to.type === 'webhook' && to.body !== undefined;
}

export type DestinationSettings = SlackDestination | TeamsDestination | WebhookDestination;

/** An EventBridge Scheduler cron expression (six fields) in a time zone of the IANA database. */
export interface CronTime {
  readonly cron: string;
  readonly timezone: string;
}

/** More new signals than one digest should show are held until they are resent by hand. */
export interface FloodRule {
  /** More new signals than this in one digest are a flood. */
  readonly over: number;
  /** Hot signals are shown even if there are more. */
  readonly show: number;
}

/** Every matching route takes a signal, or only the first in the config's order. */
export type RoutingMode = 'all' | 'first';

/** A route to `owner` was made into this one. */
export interface OwnerRoute {
  readonly set: string;
  /** Null takes what no owner's route of the set takes. `name` as in `people`, `id` in Slack. */
  readonly is: { readonly name: string; readonly id: string } | null;
}

export interface Route {
  readonly id: string;
  /** Absent: it takes signals of any owner. */
  readonly owner?: OwnerRoute | undefined;
  readonly match: RouteMatch;
  /** Takes only what no other route matches. */
  readonly otherwise?: boolean | undefined;
  readonly when: 'immediately' | CronTime;
  /** Immediate routes only: how long a signal waits for others, so that they go out in one message. */
  readonly gather?: string | undefined;
  readonly to: DestinationSettings;
  /** A report since the last message: a silent route then means no news. Absent: never. */
  readonly heartbeat?: CronTime | undefined;
  /** It tells what became of the route's hot signals. Absent: never. */
  readonly recap?: CronTime | undefined;
  /** An untouched hot signal is told again so long before its deadline: whole days, as `7 days`. Absent: never. */
  readonly remind?: readonly string[] | undefined;
  readonly quiet?: QuietHours | undefined;
  /** Days that are quiet from midnight to midnight, as `2026-12-25`. See `quietZoneOf` for their zone. */
  readonly holidays?: readonly string[] | undefined;
  /** `off` or absent: all signals are sent. */
  readonly flood?: FloodRule | 'off' | undefined;
  /** Columns by display name, to be shown instead of those that are chosen, in this order. */
  readonly show?: readonly string[] | undefined;
  /**
   * True shows the e-mail address and the phone number of a hot signal's person, by `columns.person`. @default only
   * an owner's own route shows them
   */
  readonly contacts?: boolean | undefined;
  /** Hot signals come owner by owner, those without one last. */
  readonly groupBy?: 'owner' | undefined;
  /** See `linksOf`: the config's own fill in what is left out. */
  readonly links?: LinkTemplates | undefined;
  /** See `zoneOf`. */
  readonly timezone?: string | undefined;
  /** Slack bots only, and with `inbound.slack`. Absent: readers can do nothing. */
  readonly actions?: readonly SignalAction[] | undefined;
}

export function floodRuleOf({ flood }: Pick<Route, 'flood'>): FloodRule | null {
  return flood === undefined || flood === 'off' ? null : flood;
}

/** Templates of https addresses, with `{buyerId}`, `{bridgeId}` and `{rowId}`. */
export interface LinkTemplates {
  readonly signal?: string | undefined;
  readonly buyer?: string | undefined;
}

export const signalActions = ['claim', 'not-for-us', 'mute-buyer', 'more'] as const;

export type SignalAction = (typeof signalActions)[number];
