import type { PipelineFunction } from '../../../functions/wiring.ts';
import { withoutClass } from '../tell-error.ts';
import { failureLine, type Step } from './line.ts';
import type { Of, Rows } from './row.ts';

/** Failures of a whole function. */
export const failing: Rows<'message-failed' | 'function-failed' | 'tally-lost' | 'alarm-changed'> = {
  'message-failed': {
    step: ({ function: name }) => stepOfFunction(name),
    fact: ({ problem }) => problem,
    isTrouble: true,
    line: (failed) => failedLine(failed),
    failures: (failed) => failuresOf(failed),
  },
  'function-failed': {
    step: ({ function: name }) => stepOfFunction(name),
    fact: ({ problem }) => problem,
    isTrouble: true,
    line: (failed) => failedLine(failed),
    failures: (failed) => failuresOf(failed),
  },
  'tally-lost': {
    step: 'poll',
    line: ({ problem }) => failureLine('poll', 'Counts for the next heartbeat are lost', problem),
  },
  // The alarm has its own message, and there are no alarms on one machine.
  'alarm-changed': { step: 'deliver' },
};

type Failed = Of<'message-failed'> | Of<'function-failed'>;

const failedLine = ({ function: name, problem }: Failed) =>
  failureLine(stepOfFunction(name), `${name} failed`, problem);

const failuresOf = ({ function: name, problem }: Failed) => [{ subject: name, what: withoutClass(problem) }];

const steps: Readonly<Record<PipelineFunction, Step>> = {
  'plan-polls': 'plan',
  'poll-signals': 'poll',
  'fetch-summaries': 'record',
  'compose-digests': 'freeze',
  'deliver-digest': 'deliver',
};

/** Observations name their function in free text; one that the wiring does not know counts as planning. */
function stepOfFunction(name: string): Step {
  return Object.hasOwn(steps, name) ? steps[name as PipelineFunction] : 'plan';
}
