import type { Observation } from '../domain/observation.ts';
import { type MetricName, metricNames as names } from './metric-names.ts';

export type MetricCount = readonly [name: MetricName, count: number];

/**
 * What an observation adds to which metrics. A zero is kept where a metric that stays away would look like a
 * function that doesn't run. Never by buyer or route: each value of a dimension is a metric to pay for.
 */
export function countObservation(observation: Observation): readonly MetricCount[] {
  switch (observation.kind) {
    case 'upstream-requested':
      return [
        [names.upstreamRequests, 1],
        [names.upstreamRetries, observation.attempt > 1 ? 1 : 0],
      ];
    case 'upstream-throttled':
      return [[names.upstreamThrottles, 1]];
    case 'upstream-paused':
      return [[observation.reason === 'failing' ? names.upstreamPauses : names.tokenRejections, 1]];
    case 'polls-skipped':
      return [
        [names.pollTicks, 1],
        [names.pollTicksSkipped, 1],
      ];
    case 'polls-planned':
      return [
        [names.pollTicks, 1],
        [names.buyersDue, observation.buyers],
      ];
    case 'plan-failed':
      return [[names.plansFailed, 1]];
    case 'buyer-polled':
      return [
        [names.buyersPolled, 1],
        [names.scansUnaccepted, observation.accepted ? 0 : 1],
        [names.signalsRecorded, observation.recorded],
        [names.signalsHot, observation.hot],
        [names.signalsUnreadable, observation.unreadable],
      ];
    case 'polls-cut-short':
      return [[names.pollsCutShort, observation.buyers]];
    case 'poll-failed':
      return [[names.pollsFailed, 1]];
    case 'signal-recorded':
      return observation.onlyDeep ? [[names.signalsOnlyDeep, 1]] : [];
    case 'summary-fetched':
      if (observation.result === 'none') return [];
      return [[observation.result === 'ready' ? names.summariesReady : names.summariesPending, 1]];
    case 'summary-failed':
      return [[names.summariesFailed, 1]];
    case 'digest-frozen':
      return [
        [names.digestsFrozen, 1],
        [names.signalsFrozen, observation.signals],
      ];
    case 'heartbeat-frozen':
      return [[names.digestsFrozen, 1]];
    // The log says it: no alarm and no dashboard asks for it.
    case 'tally-lost':
      return [];
    case 'digest-attempted':
      return countAttempt(observation);
    case 'digest-held':
      return [[names.digestsHeld, 1]];
    case 'digest-rewritten':
      return [[names.digestsRewritten, 1]];
    case 'signals-set-aside':
      return [[observation.fate === 'held' ? names.signalsHeld : names.signalsDropped, observation.signals]];
    case 'route-disabled':
      return [[names.routesDisabled, 1]];
    case 'message-failed':
      return [[names.messagesFailed, 1]];
    case 'alarm-told':
      return [];
    case 'function-failed':
      return [[names.functionsFailed, 1]];
    case 'pending-checked':
      return [];
    case 'swept':
      return [[names.digestsSwept, observation.digests]];
  }
}

type Attempted = Extract<Observation, { readonly kind: 'digest-attempted' }>;

const byOutcome: Readonly<Record<Attempted['outcome'], readonly MetricName[]>> = {
  delivered: [names.digestsDelivered],
  retry: [names.attemptsToRetry],
  dead: [names.digestsDead],
  // `route-disabled` counts it.
  gone: [],
};

function countAttempt({ outcome, ambiguous }: Attempted): MetricCount[] {
  const counted = byOutcome[outcome].map((name): MetricCount => [name, 1]);
  return ambiguous ? [...counted, [names.attemptsAmbiguous, 1]] : counted;
}
