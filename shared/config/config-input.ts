import type { DestinationInput } from './destination-schema.ts';
import type { SendLastPeriod } from './signalpost-config.ts';

/** What a user writes in `signalpost.config.ts`, or as JSON. A test holds it against the schema. */
export interface ConfigInput {
  /** The path of `docs/config.schema.json`, for editors of a JSON config. Signalpost ignores it. */
  $schema?: string | undefined;
  api: ApiInput;
  watch: WatchInput;
  /** The rules for hot signals, whose digests carry the buyer's summary. Without it, no signal is hot. */
  hot?: HotInput | undefined;
  summaries?:
    | {
        /** The longest time that a hot signal waits for its buyer's summary: `"0 seconds"` to `"24 hours"`. @default "10 minutes" */
        waitAtMost?: string | undefined;
      }
    | undefined;
  /** Each route decides which signals go where, and when: 1 to 50. */
  routes: RouteInput[];
  /** Who gets alarms. Without it, the alarms exist and nobody gets them. */
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
  /** The form of lists in a query: `status=New&status=Saved`, or `status=New,Saved`. @default "repeat" */
  arrayParameters?: 'repeat' | 'comma' | undefined;
}

/** The buyers to read, and how often. At least one buyer or bridge. */
interface WatchInput {
  /** UUIDs of the buyers to watch. @default [] */
  buyers?: string[] | undefined;
  /** UUIDs of bridges: every buyer in their rows is watched. @default [] */
  bridges?: string[] | undefined;
  /**
   * The time between two ticks, in whole minutes: `"1 minute"` to `"1 day"`. Each tick polls the buyers whose rows changed.
   * @default "15 minutes"
   */
  every?: string | undefined;
  /**
   * The time within which every buyer is read, whether or not its rows changed: `every` to `"1 day"`. With the value of
   * `every`, each tick reads every buyer.
   * @default "12 hours", or `every` where that is longer
   */
  allEvery?: string | undefined;
  /**
   * The signals that a buyer's first reading sends: none, those of a period, or all.
   * `'send-all'` sends those of the last three months by their date: a first reading goes no further back.
   * @default "baseline"
   */
  firstRun?: 'baseline' | 'send-all' | { sendLast: SendLastPeriod } | undefined;
  /** Buyers and bridges to leave out. */
  except?:
    | {
        /** UUIDs of buyers that are never read, even if a watched bridge has rows of them. @default [] */
        buyers?: string[] | undefined;
        /** UUIDs of bridges whose signals are never sent, even if a watched buyer has some. @default [] */
        bridges?: string[] | undefined;
      }
    | undefined;
}

interface HotInput {
  /** Each buyer's top N by hotness are hot: 0 (the Hotness order is not read) to 100. @default 0 */
  topByHotness?: number | undefined;
  /** A signal is also hot when one of these columns holds at least the given number. @default [] */
  columns?: { /** The column's display name. */ name: string; atLeast: number }[] | undefined;
}

interface RouteInput {
  /** 1 to 40 of `a-z`, `0-9`, `-`. A new id is a new route. */
  id: string;
  /** The signals that the route takes. Without it, every signal. */
  match?:
    | {
        /** true takes hot signals only, false takes the others only. */
        hot?: boolean | undefined;
        /** Takes signals of these bridges only. */
        bridges?: string[] | undefined;
        /** Takes signals of these buyers only. */
        buyers?: string[] | undefined;
      }
    | undefined;
  /** `"immediately"` (within a minute), or a time: see `weekdaysAt` and `dailyAt`. */
  when: 'immediately' | CronInput;
  /** See `slack` and `webhook`. */
  to: DestinationInput;
  /**
   * The time at which the route gets a heartbeat: "Polled 672 times, 41 new signals, 6 hot, …", so that silence means
   * that nothing happened. See `mondaysAt`. Without it, no heartbeat.
   */
  heartbeat?: CronInput | undefined;
  /**
   * `"off"` sends every signal. A rule limits what one digest shows.
   * @default "off"
   */
  flood?: 'off' | FloodInput | undefined;
}

export interface FloodInput {
  /** More new signals than this in one digest are a flood: 1 to 5,000. @default 1000 */
  over?: number | undefined;
  /** The number of signals that a flood's digest shows, the hottest first: 1 to `over`, at most 99. @default 20 */
  show?: number | undefined;
  /** `"hold"` keeps the others until `signalpost release ROUTE`, `"drop"` never sends them. @default "hold" */
  rest?: 'hold' | 'drop' | undefined;
}

export interface AlarmsInput {
  /** The destination of alarms: see `slack` and `webhook`. */
  to?: DestinationInput | undefined;
  /**
   * Gets a mail when `to` can't be reached. Without `to`, gets every alarm. AWS asks the address once to confirm.
   */
  email?: string | undefined;
  /** Alarm after this long without a new signal: `"1 hour"` to `"60 days"`. @default "3 days" */
  quietAfter?: string | undefined;
  /** The https address at which your team reads `docs/runbook.md`. Each alarm then links to its heading. */
  runbookUrl?: string | undefined;
}

export interface CronInput {
  /** Six fields of EventBridge Scheduler: minutes hours day-of-month month day-of-week year. */
  cron: string;
  /** A time zone of the IANA database, such as `"America/New_York"`. */
  timezone: string;
}

export interface SecretInput {
  /** An environment variable (or a line of `.env`) on one machine; `signalpost/STAGE/NAME` in Secrets Manager. */
  secret: string;
}
