import type { Observation } from '../../shared/domain/observation.ts';
import { isRefused, type ReceivedMessage } from '../receiver/received-message.ts';
import type { Counters } from './view-model.ts';

export const noCounts: Counters = {
  buyersPolled: 0,
  newSignals: 0,
  hotSignals: 0,
  baselineSignals: 0,
  digestsDelivered: 0,
  attempts: 0,
  upstreamRequests: 0,
  signaturesVerified: 0,
  signaturesRefused: 0,
};

export function countObservation(counters: Counters, observation: Observation): Counters {
  switch (observation.kind) {
    case 'upstream-requested':
      return { ...counters, upstreamRequests: counters.upstreamRequests + 1 };
    case 'buyer-polled':
      return { ...counters, buyersPolled: counters.buyersPolled + 1 };
    case 'signal-recorded':
      return observation.baseline
        ? { ...counters, baselineSignals: counters.baselineSignals + 1 }
        : {
            ...counters,
            newSignals: counters.newSignals + 1,
            hotSignals: counters.hotSignals + (observation.hot ? 1 : 0),
          };
    case 'digest-attempted':
      return {
        ...counters,
        attempts: counters.attempts + 1,
        digestsDelivered: counters.digestsDelivered + (observation.outcome === 'delivered' ? 1 : 0),
      };
    default:
      return counters;
  }
}

export function countReceived(counters: Counters, message: ReceivedMessage): Counters {
  if (isRefused(message)) return { ...counters, signaturesRefused: counters.signaturesRefused + 1 };
  return message.signature === 'valid'
    ? { ...counters, signaturesVerified: counters.signaturesVerified + 1 }
    : counters;
}
