export type CountName =
  | 'hotSignals'
  | 'digestsDelivered'
  | 'upstreamRequests'
  | 'buyersDue'
  | 'signalsRecorded'
  /** Recorded signals that are not sent, such as those that a first scan found. */
  | 'baselineSignals'
  | 'untakenSignals'
  | 'summariesFetched'
  | 'digestsFrozen';

export type Counts = Partial<Record<CountName, number>>;

/** A sentence reads `about: amount text`. The same text about others, or repeated, shares one line. */
export interface Sentence {
  /** `progress`: as it should be. `notice`: worth a look. `failure`: a run that ends exits with 1. */
  readonly tone: 'progress' | 'notice' | 'failure';
  /** `buyer 3f2a…`, `route sales`. @default what the fields of the observation name */
  readonly about?: string | undefined;
  readonly amount?: readonly [count: number, noun: string] | undefined;
  readonly text: string;
}

type Tell = (text: string, others?: Pick<Sentence, 'about' | 'amount'>) => Sentence;
export const progress: Tell = (text, others) => ({ tone: 'progress', text, ...others });
export const notice: Tell = (text, others) => ({ tone: 'notice', text, ...others });
export const failure: Tell = (text, others) => ({ tone: 'failure', text, ...others });

export interface Context {
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

/** Log lines, counts, progress and the page are derived from it. */
export interface Row<Fields> {
  readonly level: LogLevel | ((fields: Fields) => LogLevel);
  /** No field is logged that is added later or by mistake. Names of rows and buyers are left out on purpose. */
  readonly log: readonly (keyof Fields)[];
  readonly count?: (fields: Fields) => Counts;
  /** Null if nobody is told of it, or if another observation tells it better. */
  readonly say: ((fields: Fields, context: Context) => Sentence | null) | null;
}

export function kind<Fields>(row: Row<Fields>): Row<Fields> {
  return row;
}
