import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { FoldedLine, LineText, Step } from './line.ts';

/** What failed, and to whom or what: two hundred buyers with one trouble are one line. */
export interface Failure {
  readonly subject: string;
  readonly what: string;
}

/** What is no failure and still worth a line: said as it comes, and once at the end for all of one key. */
export interface Notice {
  readonly key: string;
  readonly subject: string;
  readonly amount: number;
  /** `whole`: at the end of a run, over all of the key. Else of this one. */
  readonly say: (total: {
    readonly amount: number;
    readonly subjects: number;
    readonly whole: boolean;
  }) => string;
  /** Said each time that it happens, not the first time alone. */
  readonly eachTime?: boolean;
}

/** What a sentence needs to know beside the observation. */
export interface Surroundings {
  /** What to check when the API fails. */
  readonly api: Pick<SignalpostConfig['api'], 'baseUrl' | 'token'>;
  /** What a first reading does not send. */
  readonly watch: Pick<SignalpostConfig['watch'], 'firstRun'>;
}

export type Of<Kind extends Observation['kind']> = Extract<Observation, { readonly kind: Kind }>;

/**
 * All that is said of one kind of observation, to a person at the terminal or before the page. What is left out is not
 * said there. The log and the metrics of the cloud have tables of their own, in `shared/runtime`.
 */
export interface Row<Kind extends Observation['kind']> {
  readonly step: Step | ((observation: Of<Kind>) => Step);
  /** What the step did last, in a few words. `buyer`: its name, as far as it is known. */
  readonly fact?: (observation: Of<Kind>, buyer: string) => string;
  readonly isTrouble?: boolean | ((observation: Of<Kind>) => boolean);
  readonly line?: (observation: Of<Kind>, buyer: string) => LineText | FoldedLine | null;
  /** In the log of a run without a terminal: what went well. Failures come there as `failures`. */
  readonly log?: (observation: Of<Kind>) => string | null;
  readonly failures?: (observation: Of<Kind>, about: Surroundings) => readonly Failure[];
  readonly notice?: (observation: Of<Kind>, about: Surroundings) => Notice | null;
}

export type Rows<Kind extends Observation['kind']> = { readonly [K in Kind]: Row<K> };

/** `8.4 kB`: decimal kilobytes, one place. */
export function kilobytes(bytes: number): string {
  return bytes < 1_000 ? `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}` : `${(bytes / 1_000).toFixed(1)} kB`;
}
