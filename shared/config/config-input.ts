// Written by `npm run schema` from shared/config/schema.ts: change the schema, not this file.

/** What a user writes in `signalpost.config.ts`, or as JSON. */
export interface ConfigInput {
  /** For editors; Signalpost ignores it. */
  $schema?: string | undefined;
  /** The Bridge Data Access Service. */
  api: {
    /** The https address of the service, without /api/external. A path before that is permitted. */
    baseUrl: string;
    /** The access token that each call carries. */
    token: SecretInput;
    /** The most calls a second to the service, from 0.1 to 1000, for those who share it with others. Without it, the rate that the service allows is found. */
    callsPerSecond?: number | undefined;
    /** The form of lists in a query: "repeat" (status=New&status=Saved) or "comma" (status=New,Saved). @default "repeat" */
    arrayParameters?: 'repeat' | 'comma' | undefined;
  };
  /** The buyers to read, and how often: at least one buyer or bridge. */
  watch: {
    /** UUIDs of the buyers to watch. A repeated id counts once. @default [] */
    buyers?: string[] | undefined;
    /** UUIDs of bridges: every buyer in their rows is watched, with its signals of all bridges. Needed when buyers is empty. @default [] */
    bridges?: string[] | undefined;
    /** The time between two ticks, in whole minutes: "1 minute" to "1 day". Each tick polls the buyers whose rows changed. @default "15 minutes" */
    every?: string | undefined;
    /** The time within which every buyer is read, whether or not its rows changed: from every to "1 day". With the value of every, each tick reads every buyer. @default "1 day" */
    allEvery?: string | undefined;
    /** How many functions read buyers at once, ten buyers each: 2 to 100. More read a slow service faster. @default 6 */
    concurrency?: number | undefined;
    /** The signals that a buyer's first reading sends: "baseline" none, "send-all" all of the last three months by their date, {"sendLast": "7 days"} those of a period. @default "baseline" */
    firstRun?: 'baseline' | 'send-all' | {
      sendLast: '1 day' | '7 days' | '30 days' | '60 days' | '1 month' | '2 months' | '3 months';
    } | undefined;
    /** "these bridges": signals of bridges that are not in "bridges" are never sent. Without it, "bridges" only says where to find buyers. */
    only?: 'these bridges' | undefined;
    /** Buyers and bridges to leave out. */
    except?: {
      /** UUIDs of buyers that are never read, even if a watched bridge has rows of them. @default [] */
      buyers?: string[] | undefined;
      /** UUIDs of bridges whose signals are never sent, even if a watched buyer has some. @default [] */
      bridges?: string[] | undefined;
    } | undefined;
  };
  /** The rules for hot signals, whose digests carry the buyer's summary. Without it, no signal is hot. @default {} */
  hot?: {
    /** Each buyer's top N by hotness are hot: 0 to 100. With 0, the Hotness order is not read. @default 0 */
    topByHotness?: number | undefined;
    /** A signal is also hot when one of these columns holds at least the given number. @default [] */
    columns?: {
      /** The column's display name. */
      name: string;
      /** The smallest number that is hot. */
      atLeast: number;
    }[] | undefined;
  } | undefined;
  /** The summaries of buyers with a hot new signal. @default {} */
  summaries?: {
    /** The longest time that a hot signal waits for its buyer's summary, and that a signal waits for a value that `match` depends on: "0 seconds" to "24 hours". @default "10 minutes" */
    waitAtMost?: string | undefined;
  } | undefined;
  /** Each route decides which signals go where, and when: 1 to 50. */
  routes: {
    /** The route's name: 1 to 40 of a to z, 0 to 9 and -. A new id is a new route. */
    id: string;
    /** The signals that the route takes. {} takes every signal. @default {} */
    match?: MatchInput | undefined;
    /** true takes only signals that no other route matches. A muted or disabled route matches, too. */
    otherwise?: boolean | undefined;
    /** "immediately" (within a minute), or the time at which digests are composed (in TypeScript: weekdaysAt, dailyAt). */
    when: 'immediately' | CronInput;
    /** With "immediately" only: what comes within this time after the last message waits and goes out together; hot signals don't wait. "0 seconds" to "1 hour". */
    gather?: string | undefined;
    /** The destination (in TypeScript: slack, slackBot, teams, webhook). */
    to: SlackInput | TeamsInput | WebhookInput;
    /** The time at which the route gets a heartbeat: the number of polls, new signals and digests since the last one (in TypeScript: mondaysAt). Without it, no heartbeat. */
    heartbeat?: CronInput | undefined;
    /** The times in which the route sends nothing. Signals wait, and one digest at the end sends them. */
    quiet?: {
      /** The time at which the quiet hours of each day begin, as "18:00". Only with to. */
      from?: string | undefined;
      /** The time at which they end, as "08:00": on the next day if it is before from. Without from and to, only days are quiet. */
      to?: string | undefined;
      /** Days that are quiet from midnight to midnight: SUN to SAT, at most six. */
      days?: ('SUN' | 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT')[] | undefined;
      /** The time zone of the hours, the days and the holidays. */
      timezone: string;
    } | undefined;
    /** Days that are quiet from midnight to midnight, as "2026-12-25": at most 366. In the time zone of quiet, else of the route, else of "when". */
    holidays?: string[] | undefined;
    /** "off" sends every signal. A rule limits what one digest shows. @default "off" */
    flood?: 'off' | {
      /** More new signals than this in one digest are a flood: 1 to 5,000. The digest states their number and shows all hot ones. @default 1000 */
      over?: number | undefined;
      /** The number of signals that a flood's digest shows: 1 to "over", at most 99. It shows every hot signal, even if there are more. @default 20 */
      show?: number | undefined;
      /** "hold" keeps the others until "signalpost release ROUTE". "drop" never sends them, but holds what waited, for a resume or for the end of a mute or of quiet hours, and what may be hot. @default "hold" */
      rest?: 'hold' | 'drop' | undefined;
    } | undefined;
    /** The columns that a digest shows of each signal, by display name and in this order: 1 to 20. Without it, Signalpost chooses the most telling. */
    show?: string[] | undefined;
    /** Where the names of signals and buyers lead. A field that is left out is as in links of the config. */
    links?: LinksInput | undefined;
    /** The time zone of the times in a digest. Without it, that of "when", else of "heartbeat", else UTC. */
    timezone?: string | undefined;
  }[];
  /** "all" sends a signal to every route that matches, "first" only to the first of them in the order of "routes". "all" unless written. */
  routing?: 'all' | 'first' | undefined;
  /** Where the names of signals and buyers lead in every digest; a route can have its own. */
  links?: LinksInput | undefined;
  /** Who gets alarms. Without it, the alarms exist and nobody gets them. */
  alarms?: {
    /** The destination of alarms (in TypeScript: slack, slackBot, teams, webhook). */
    to?: SlackInput | TeamsInput | WebhookInput | undefined;
    /** Gets a mail when "to" can't be reached. Without "to", gets every alarm. AWS asks the address once to confirm. */
    email?: string | undefined;
    /** Alarm after this long without a new signal: "1 hour" to "60 days". @default "3 days" */
    quietAfter?: string | undefined;
    /** The https address at which your team reads docs/runbook.md. Each alarm then links to its heading. */
    runbookUrl?: string | undefined;
  } | undefined;
  /** Where a deployed stage keeps its ledger. On one machine that is the state directory. */
  ledger?: {
    /** A table that has a ledger already, such as one that AWS restored; its name begins with signalpost-STAGE-state-. A deployed stage uses it in place of the table of its state stack. */
    table: string;
  } | undefined;
  /** Permits plain http and loopback addresses, for the API and the destinations. For a run on one machine and for test stages; synth refuses it where state has deletion protection. @default false */
  local?: boolean | undefined;
}

export interface ColumnInput {
  /** The column's display name. */
  name: string;
  /** Is this, whether in small letters or capitals; of a list, one of its values. */
  equals?: string | number | boolean | undefined;
  /** Is one of these: 1 to 200. */
  oneOf?: (string | number | boolean)[] | undefined;
  /** Contains this text, in small letters or capitals. */
  contains?: string | undefined;
  /** Is a number, this or more. */
  atLeast?: number | undefined;
  /** Is a number, this or less. */
  atMost?: number | undefined;
  /** Is a date before this one, in the route's time zone. */
  before?: string | undefined;
  /** Is a date after this one, in the route's time zone. */
  after?: string | undefined;
  /** true: holds nothing. false: holds anything. */
  isEmpty?: boolean | undefined;
}

export interface MatchInput {
  /** true takes hot signals only, false takes the others only. */
  hot?: boolean | undefined;
  /** Takes signals of these bridges only: UUIDs, or display names in any letters. */
  bridges?: string[] | undefined;
  /** Takes signals of these buyers only. */
  buyers?: string[] | undefined;
  /** Takes signals only if each of these columns holds what its conditions ask for: 1 to 20. A column that a row does not have is empty. */
  columns?: ColumnInput[] | undefined;
  /** Takes signals only if one of these matches fits: 1 to 20. */
  any?: MatchInput[] | undefined;
  /** Leaves out the signals that fit this match. */
  not?: MatchInput | undefined;
}

export interface SecretInput {
  /** An environment variable (or a line of .env) on one machine; signalpost/STAGE/NAME in Secrets Manager. */
  secret: string;
}

export interface CronInput {
  /** Six fields of EventBridge Scheduler: minutes hours day-of-month month day-of-week year. */
  cron: string;
  /** A time zone of the IANA database. */
  timezone: string;
}

export interface SlackInput {
  type: 'slack';
  /** The address of Slack's incoming webhook: a secret. It has no threads. */
  webhookUrl?: SecretInput | undefined;
  /** The token of a bot, xoxb-…: a secret. Hot signals go into the channel, the others into a thread. */
  botToken?: SecretInput | undefined;
  /** With botToken: the id of the channel, C… or G…. The bot must be a member of it. */
  channel?: string | undefined;
  /** With botToken: another Web API than https://slack.com/api. Any address where local is true, else GovSlack's. */
  apiUrl?: string | undefined;
  /** Who is mentioned on hot signals. */
  mention?: {
    /** Members (U…, W…) and groups (S…) that are mentioned once in a digest with hot signals: 1 to 10. */
    hot?: string[] | undefined;
    /** The column, by display name, that names a signal's owner. */
    column?: string | undefined;
    /** The ids of owners by the name that the column holds. An owner is mentioned on hot signals. */
    people?: Record<string, string> | undefined;
  } | undefined;
}

export interface TeamsInput {
  type: 'teams';
  /** The URL of the Teams flow's trigger: a secret. */
  webhookUrl: SecretInput;
}

export interface WebhookInput {
  type: 'webhook';
  /** https on port 443; {"secret": "NAME"} where the address itself is a secret. */
  url: string | SecretInput;
  /** Signs each message as Standard Webhooks: whsec_… with HMAC-SHA256, whsk_… with Ed25519. */
  signingSecret: SecretInput;
}

export interface LinksInput {
  /** The https address of a signal, with {bridgeId}, {rowId} and {buyerId} where its ids belong. */
  signal?: string | undefined;
  /** The https address of a buyer, with {buyerId} where its id belongs. */
  buyer?: string | undefined;
}
