import type { SendLastPeriod } from './signalpost-config.ts';

/** What a user writes in `signalpost.config.ts`, or as JSON. A test holds it against the schema. */
export interface ConfigInput {
  /** The path of `docs/config.schema.json`, for editors of a JSON config. Not read. */
  $schema?: string | undefined;
  api: ApiInput;
  watch: WatchInput;
  /** Which signals are hot: their digests carry the buyer's summary. Left out, none is. */
  hot?: HotInput | undefined;
  summaries?:
    | {
        /** How long a hot signal waits for its buyer's summary: `"0 seconds"` to `"24 hours"`. @default "10 minutes" */
        waitAtMost?: string | undefined;
      }
    | undefined;
  /** Who gets which digest, when and where: 1 to 50. */
  routes: RouteInput[];
  /** Who is told when something is wrong. Left out, the alarms exist and nobody is told. */
  alarms?: AlarmsInput | undefined;
  /** Permits plain http and loopback addresses: for one machine and test stages. @default false */
  local?: boolean | undefined;
}

/** The Bridge Data Access Service. */
interface ApiInput {
  /** Its https address, without `/api/external`; a path before that is permitted. */
  baseUrl: string;
  /** The access token that each call carries. */
  token: SecretInput;
  /** How lists go into a query: `status=New&status=Saved`, or `status=New,Saved`. @default "repeat" */
  arrayParameters?: 'repeat' | 'comma' | undefined;
}

/** Whose signals are read, and how often. At least one buyer or bridge. */
interface WatchInput {
  /** UUIDs of the buyers to watch. @default [] */
  buyers?: string[] | undefined;
  /** UUIDs of bridges: every buyer in their rows is watched. @default [] */
  bridges?: string[] | undefined;
  /**
   * How often the buyers that something may have changed for are read: whole minutes, `"1 minute"` to `"1 day"`.
   * @default "15 minutes"
   */
  every?: string | undefined;
  /**
   * How often each buyer is read, whether or not a row says that something changed: `every` to `"1 day"`. The same as
   * `every` reads each buyer each time.
   * @default "12 hours", or `every` where that is longer
   */
  allEvery?: string | undefined;
  /**
   * What to send of the signals that a buyer has when it is first read: none, those of a period, or all.
   * `'send-all'` sends those of the last three months by their date: a first reading goes no further back.
   * @default "baseline"
   */
  firstRun?: 'baseline' | 'send-all' | { sendLast: SendLastPeriod } | undefined;
  /** What is left out of what `buyers` and `bridges` name. */
  except?:
    | {
        /** UUIDs of buyers that are not read, although a bridge has rows of them. @default [] */
        buyers?: string[] | undefined;
        /** UUIDs of bridges whose signals are not sent, although a buyer that is watched has some. @default [] */
        bridges?: string[] | undefined;
      }
    | undefined;
}

interface HotInput {
  /** The first so many of a buyer in the order of hotness are hot: 0 (that order is not read) to 100. @default 0 */
  topByHotness?: number | undefined;
  /** A signal is hot, too, when one of these columns holds at least the value. @default [] */
  columns?: { /** The column's display name. */ name: string; atLeast: number }[] | undefined;
}

interface RouteInput {
  /** 1 to 40 of `a-z`, `0-9`, `-`. What is kept for a route is kept under it: a new id is a new route. */
  id: string;
  /** Which signals it takes; left out, every one. */
  match?:
    | {
        /** true: only hot signals; false: only those that are not. */
        hot?: boolean | undefined;
        /** Only signals of these bridges. */
        bridges?: string[] | undefined;
        /** Only signals of these buyers. */
        buyers?: string[] | undefined;
      }
    | undefined;
  /** `"immediately"` (within a minute), or a time: see `weekdaysAt` and `dailyAt`. */
  when: 'immediately' | CronInput;
  /** See `slack` and `webhook`. */
  to: SlackInput | WebhookInput;
  /**
   * When it gets a heartbeat: "Polled 672 times, 41 new signals, 6 hot, …", so that silence means nothing happened.
   * See `mondaysAt`. Left out, never.
   */
  heartbeat?: CronInput | undefined;
  /**
   * What happens when a digest would have too many new signals: it says how many there are and shows the hottest.
   * `"off"` sends all, however many.
   * @default "off"
   */
  flood?: 'off' | FloodInput | undefined;
}

export interface FloodInput {
  /** More new signals than this in one digest are a flood: 1 to 5,000. @default 1000 */
  over?: number | undefined;
  /** How many of a flood are shown, the hottest: 1 to `over`, at most 99. @default 20 */
  show?: number | undefined;
  /** `"hold"` keeps the others until `signalpost release ROUTE`, `"drop"` sends them never. @default "hold" */
  rest?: 'hold' | 'drop' | undefined;
}

export interface AlarmsInput {
  /** Who is told: see `slack` and `webhook`. */
  to?: SlackInput | WebhookInput | undefined;
  /**
   * Told when `to` could not be reached, by a way of its own; without `to`, told of every alarm. AWS asks the address
   * once to confirm.
   */
  email?: string | undefined;
  /** Without a new signal for so long, somebody is told: `"1 hour"` to `"60 days"`. @default "3 days" */
  quietAfter?: string | undefined;
  /** The https address where your people read `docs/runbook.md`: each message then links to its alarm's heading. */
  runbookUrl?: string | undefined;
}

export interface CronInput {
  /** Six fields of EventBridge Scheduler: minutes hours day-of-month month day-of-week year. */
  cron: string;
  /** A time zone of the IANA database, such as `"America/New_York"`. */
  timezone: string;
}

export interface SlackInput {
  type: 'slack';
  /** The address of Slack's incoming webhook: a secret. */
  webhookUrl: SecretInput;
}

export interface WebhookInput {
  type: 'webhook';
  /** https on port 443; a secret's name where the address itself is a secret. */
  url: string | SecretInput;
  /** Signs each message as Standard Webhooks: `whsec_…` with HMAC-SHA256, `whsk_…` with Ed25519. */
  signingSecret: SecretInput;
}

export interface SecretInput {
  /** An environment variable (or a line of `.env`) on one machine; `signalpost/STAGE/NAME` in Secrets Manager. */
  secret: string;
}
