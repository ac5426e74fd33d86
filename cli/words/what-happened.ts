import type { Observation } from '../../shared/domain/observation.ts';
import { delivering } from './what-happened/delivering.ts';
import { failing } from './what-happened/failing.ts';
import type { FoldedLine, LineText, Step } from './what-happened/line.ts';
import { polling } from './what-happened/polling.ts';
import { recording } from './what-happened/recording.ts';
import type { Failure, Notice, Row, Rows, Surroundings } from './what-happened/row.ts';

/** Each kind of observation has a row: the compiler names the one that is missing. */
const rows: Rows<Observation['kind']> = { ...polling, ...recording, ...delivering, ...failing };

/** The texts for an observation, for each place that shows it. */
export interface Told {
  readonly step: Step;
  /** The latest event of the step; null if the page's step does not show it. */
  readonly fact: (buyer: string) => { readonly fact: string; readonly trouble: boolean } | null;
  readonly line: (buyer: string) => LineText | FoldedLine | null;
  readonly log: () => string | null;
  readonly failures: (about: Surroundings) => readonly Failure[];
  readonly notice: (about: Surroundings) => Notice | null;
}

export function tell(observation: Observation): Told {
  // The table's type ties each row to its kind; TypeScript can't follow that through a lookup.
  const row = rows[observation.kind] as unknown as Row<Observation['kind']>;
  const { step, isTrouble = false } = row;
  return {
    step: typeof step === 'function' ? step(observation) : step,
    fact: (buyer) => {
      const fact = row.fact?.(observation, buyer);
      if (fact === undefined) return null;
      return { fact, trouble: typeof isTrouble === 'function' ? isTrouble(observation) : isTrouble };
    },
    line: (buyer) => row.line?.(observation, buyer) ?? null,
    log: () => row.log?.(observation) ?? null,
    failures: (about) => row.failures?.(observation, about) ?? [],
    notice: (about) => row.notice?.(observation, about) ?? null,
  };
}
