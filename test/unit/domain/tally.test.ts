import { describe, expect, it } from 'vitest';
import { countsOf, type Observation } from '../../../shared/domain/observation.ts';
import { sumCounts, tallyNames } from '../../../shared/domain/tally.ts';

/** What is counted looks at these fields and at no others. */
const observed = (fields: Readonly<Record<string, unknown>>) => fields as unknown as Observation;

describe('a heartbeat', () => {
  it.each([
    ['a round of polls', { kind: 'polls-planned' }, { polls: 1 }],
    ['a round called off', { kind: 'polls-skipped' }, { pollsSkipped: 1 }],
    ['a list that was read', { kind: 'buyer-polled' }, { buyersRead: 1 }],
    ['a new signal', { kind: 'signal-recorded', baseline: false, hot: false }, { newSignals: 1 }],
    ['a hot one', { kind: 'signal-recorded', baseline: false, hot: true }, { newSignals: 1, hotSignals: 1 }],
    ['a signal of the baseline', { kind: 'signal-recorded', baseline: true, hot: true }, {}],
    ['a 429', { kind: 'upstream-throttled' }, { throttles: 1 }],
    ['a pause', { kind: 'upstream-paused' }, { pauses: 1 }],
    ['a pause of summaries alone', { kind: 'lane-paused' }, {}],
    ['a delivered digest', { kind: 'digest-attempted', outcome: 'delivered' }, { digestsDelivered: 1 }],
    ['a digest given up', { kind: 'digest-attempted', outcome: 'dead' }, { digestsGivenUp: 1 }],
    ['an attempt that will be repeated', { kind: 'digest-attempted', outcome: 'retry' }, {}],
    ['a bridge that failed', { kind: 'plan-failed' }, { bridgesFailed: 1 }],
    ['a buyer that failed', { kind: 'poll-failed' }, { buyersFailed: 1 }],
    ['a summary that failed', { kind: 'summary-failed' }, { summariesFailed: 1 }],
    ['a message that failed', { kind: 'message-failed' }, { messagesFailed: 1 }],
    ['an invocation that failed', { kind: 'function-failed' }, { invocationsFailed: 1 }],
    ['a swept digest', { kind: 'swept' }, {}],
  ])('counts %s', (_, fields, counts) => {
    const counted = Object.entries(countsOf(observed(fields)));
    const told = counted.filter(([name]) => (tallyNames as readonly string[]).includes(name));
    expect(Object.fromEntries(told)).toEqual(counts);
  });

  it('adds up what invocations counted, and has a number for everything', () => {
    const sum = sumCounts([{ counts: { polls: 2, pauses: 1 } }, { counts: {} }, { counts: { polls: 3 } }]);

    expect(Object.keys(sum)).toEqual([...tallyNames]);
    expect(sum).toMatchObject({ polls: 5, pauses: 1, newSignals: 0 });
  });
});
