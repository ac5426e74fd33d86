import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { FoldedLine, LineText, Step } from './line.ts';

/** A failure and its subject. Two hundred buyers with the same failure share one line. */
export interface Failure {
  readonly subject: string;
  readonly what: string;
}

/** Not a failure, but worth a line: reported as it happens, and once at the end for each key. */
export interface Notice {
  readonly key: string;
  readonly subject: string;
  readonly amount: number;
  /** `whole`: the totals of the key at the end of a run; otherwise the numbers of this notice. */
  readonly say: (total: {
    readonly amount: number;
    readonly subjects: number;
    readonly whole: boolean;
  }) => string;
  /** Reported each time, not only the first time. */
  readonly eachTime?: boolean;
}

/** The parts of the config that sentences need. */
export interface Surroundings {
  /** What to check when the API fails. */
  readonly api: Pick<SignalpostConfig['api'], 'baseUrl' | 'token'>;
  /** Decides which signals of a first read are not sent. */
  readonly watch: Pick<SignalpostConfig['watch'], 'firstRun'>;
}

export type Of<Kind extends Observation['kind']> = Extract<Observation, { readonly kind: Kind }>;

/**
 * The texts for one kind of observation, at the terminal and on the page. If a text is missing, that place shows nothing. The
 * log and the metrics of the cloud have their own tables, in `shared/runtime`.
 */
export interface Row<Kind extends Observation['kind']> {
  readonly step: Step | ((observation: Of<Kind>) => Step);
  /** The latest event of the step, in a few words. `buyer`: its name, if it is known. */
  readonly fact?: (observation: Of<Kind>, buyer: string) => string;
  readonly isTrouble?: boolean | ((observation: Of<Kind>) => boolean);
  readonly line?: (observation: Of<Kind>, buyer: string) => LineText | FoldedLine | null;
  /** For the log of a run without a terminal: successes only. Failures are logged from `failures`. */
  readonly log?: (observation: Of<Kind>) => string | null;
  readonly failures?: (observation: Of<Kind>, about: Surroundings) => readonly Failure[];
  readonly notice?: (observation: Of<Kind>, about: Surroundings) => Notice | null;
}

export type Rows<Kind extends Observation['kind']> = { readonly [K in Kind]: Row<K> };

/** `8.4 kB`: decimal kilobytes, one place. */
export function kilobytes(bytes: number): string {
  return bytes < 1_000 ? `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}` : `${(bytes / 1_000).toFixed(1)} kB`;
}
