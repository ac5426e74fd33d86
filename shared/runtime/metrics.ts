import type { Observation } from '../domain/observation.ts';
import { type MetricName, metricNames as names } from './metric-names.ts';

export type MetricSample = readonly [name: MetricName, value: number];

/** What an observation adds to which metrics: mostly nothing. A zero is a sample too, and counts the occasions. */
export function measureObservation(observation: Observation): readonly MetricSample[] {
  switch (observation.kind) {
    case 'upstream-requested':
      return [[names.upstreamThrottles, 0]];
    case 'upstream-throttled':
      // Its alarm says that buyers are read late, which the other lanes have no part in.
      return observation.lane === 'lists' ? [[names.upstreamThrottles, 1]] : [];
    case 'upstream-paused':
      return [[observation.reason === 'failing' ? names.pollsFailed : names.secretsRejected, 1]];
    case 'polls-planned':
      return observation.quietMs === undefined
        ? [[names.buyersDue, observation.buyers]]
        : [
            [names.buyersDue, observation.buyers],
            [names.quietTime, Math.round(observation.quietMs / 1000)],
          ];
    case 'buyer-polled':
      return [[names.pollsFailed, observation.baselineOverdue ? 1 : 0]];
    case 'announcement-missed':
      return [];
    case 'plan-failed':
    case 'poll-failed':
      // Two alarms for one rejected token would send people to look for two causes.
      return observation.tokenRejected ? [] : [[names.pollsFailed, 1]];
    case 'signal-recorded':
      return observation.baseline ? [] : [[names.signalsHot, observation.hot ? 1 : 0]];
    case 'digest-attempted':
      return measureAttempt(observation);
    case 'signals-damaged':
      return [[names.signalsDamaged, observation.signalIds.length]];
    case 'route-disabled':
      return [[names.routesDisabled, 1]];
    case 'pending-checked':
      return measurePending(observation);
    default:
      // The log says it: no alarm and no dashboard asks for it.
      return [];
  }
}

type ObservationOf<Kind> = Extract<Observation, { readonly kind: Kind }>;

const rejections: ReadonlySet<number | null> = new Set([401, 403]);

function measureAttempt({
  outcome,
  ambiguous,
  status,
  waitedMs,
}: ObservationOf<'digest-attempted'>): MetricSample[] {
  const samples: MetricSample[] = [];
  const hasSignals = typeof waitedMs === 'number';
  // A heartbeat that arrived has waited for nothing, and would look like an attempt that no delivery followed.
  if (hasSignals || ambiguous || outcome !== 'delivered') {
    samples.push([names.attemptsAmbiguous, ambiguous ? 1 : 0]);
  }
  if (hasSignals && outcome === 'delivered') samples.push([names.deliveryTime, Math.round(waitedMs / 1000)]);
  if (outcome === 'dead') samples.push([names.digestsDead, 1]);
  // What disables the route has an alarm of its own.
  if (outcome === 'retry' && rejections.has(status)) samples.push([names.secretsRejected, 1]);
  return samples;
}

function measurePending({
  overdueSeconds,
  disabledRoutes,
  vanishedPending,
}: ObservationOf<'pending-checked'>): MetricSample[] {
  const samples: MetricSample[] = [[names.oldestPendingAge, overdueSeconds]];
  if (disabledRoutes !== null) samples.push([names.routesDisabled, disabledRoutes]);
  if (vanishedPending !== null) samples.push([names.vanishedPending, vanishedPending]);
  return samples;
}
