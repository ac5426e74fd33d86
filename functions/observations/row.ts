/** The counts of a run and of the page. */
export type CountName =
  | 'buyersRead'
  | 'newSignals'
  | 'hotSignals'
  | 'digestsDelivered'
  | 'upstreamRequests'
  | 'buyersDue'
  | 'signalsRecorded'
  /** Recorded signals that are not sent, as those that a first scan found. */
  | 'baselineSignals'
  /** Those that no route takes. */
  | 'untakenSignals'
  | 'summariesFetched'
  | 'digestsFrozen';

export type Counts = Partial<Record<CountName, number>>;

/** An observation as a sentence: `about: amount text`. The same text about others, or repeated, shares one line. */
export interface Sentence {
  /** `progress`: as it should be. `notice`: worth a look. `failure`: a run that ends exits with 1. */
  readonly tone: 'progress' | 'notice' | 'failure';
  /** `buyer 3f2a…`, `route sales`. @default what the fields of the observation name */
  readonly about?: string | undefined;
  /** Added up when observations share a line. */
  readonly amount?: readonly [count: number, noun: string] | undefined;
  readonly text: string;
}

/** A sentence of a tone: its text comes after `about` and `amount`. */
type Tell = (text: string, others?: Pick<Sentence, 'about' | 'amount'>) => Sentence;
export const progress: Tell = (text, others) => ({ tone: 'progress', text, ...others });
export const notice: Tell = (text, others) => ({ tone: 'notice', text, ...others });
export const failure: Tell = (text, others) => ({ tone: 'failure', text, ...others });

/** What sentences need to know beside the observation. */
export interface Context {
  /** What to check when the API fails. */
  readonly api: { readonly baseUrl: string; readonly token: { readonly secret: string } };
  /** A buyer's name, or `buyer` and its id. */
  buyer(buyerId: string): string;
  /** `signal` and its name, or its id: names appear on the page only, and in no log. */
  signal(recorded: {
    readonly signalId: string;
    readonly name: string | null;
    readonly bridgeName: string | null;
  }): string;
  /** A command as its reader can paste it, from its words, such as `resend sales`. */
  command(words: string): string;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Everything about a kind of observation. Log lines, counts, progress and the page are derived from it. */
export interface Row<Fields> {
  readonly level: LogLevel | ((fields: Fields) => LogLevel);
  /**
   * The fields to log. Only these are logged, so that a field added later or by mistake stays out of the log. Names of
   * rows and buyers are left out on purpose.
   */
  readonly log: readonly (keyof Fields)[];
  readonly count?: (fields: Fields) => Counts;
  /** Null for a kind of which nobody is told, and for an observation that another one tells better. */
  readonly say: ((fields: Fields, context: Context) => Sentence | null) | null;
}

/** The row of a kind with these fields. */
export function kind<Fields>(row: Row<Fields>): Row<Fields> {
  return row;
}
