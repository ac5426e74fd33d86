import { type CountName, countsOf } from '../../shared/domain/count-observation.ts';
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

const shown: readonly (readonly [keyof Counters, CountName])[] = [
  ['buyersPolled', 'buyersRead'],
  ['newSignals', 'newSignals'],
  ['hotSignals', 'hotSignals'],
  ['baselineSignals', 'baselineSignals'],
  ['digestsDelivered', 'digestsDelivered'],
  ['attempts', 'attempts'],
  ['upstreamRequests', 'upstreamRequests'],
];

export function countObservation(counters: Counters, observation: Observation): Counters {
  const counts = countsOf(observation);
  const added = shown.map(([counter, name]) => [counter, counters[counter] + (counts[name] ?? 0)]);
  return { ...counters, ...Object.fromEntries(added) };
}

export function countReceived(counters: Counters, message: ReceivedMessage): Counters {
  if (isRefused(message)) return { ...counters, signaturesRefused: counters.signaturesRefused + 1 };
  return message.signature === 'valid'
    ? { ...counters, signaturesVerified: counters.signaturesVerified + 1 }
    : counters;
}
