import { type MetricName, metricNames as names } from '../domain/metric-names.ts';
import type { Observation } from '../domain/observation.ts';

export type MetricSample = readonly [name: MetricName, value: number];

/** The metric samples of an observation; most have none. A zero is a sample, too: it counts occurrences. */
export function measureObservation(observation: Observation): readonly MetricSample[] {
  switch (observation.kind) {
    case 'upstream-requested':
      return [[names.upstreamThrottles, 0]];
    case 'upstream-throttled':
      // Only lists: the alarm says that buyers are read late, and the other lanes do not cause that.
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
      // A rejected token must not raise two alarms: operators would look for two causes.
      return observation.tokenRejected ? [] : [[names.pollsFailed, 1]];
    case 'signal-recorded':
      return observation.baseline ? [] : [[names.signalsHot, observation.hot ? 1 : 0]];
    case 'digest-attempted':
      return measureAttempt(observation);
    case 'signals-damaged':
      return [[names.signalsDamaged, observation.signalIds.length]];
    case 'signals-set-aside':
      return observation.fate === 'held' ? [[names.signalsHeld, observation.signals]] : [];
    case 'route-disabled':
      return [[names.routesDisabled, 1]];
    case 'pending-checked':
      return measurePending(observation);
    default:
      // Only logged: no alarm or dashboard uses it.
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
  // A delivered heartbeat has no delivery time, so it would look like a failed attempt.
  if (hasSignals || ambiguous || outcome !== 'delivered') {
    samples.push([names.attemptsAmbiguous, ambiguous ? 1 : 0]);
  }
  if (hasSignals && outcome === 'delivered') samples.push([names.deliveryTime, Math.round(waitedMs / 1000)]);
  if (outcome === 'dead') samples.push([names.digestsDead, 1]);
  // A disabled route has an alarm of its own.
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
