import type { RequestGate } from '../bridge-api/index.ts';
import { type Lane, laneOf, lanes } from '../domain/upstream/breaker.ts';
import { type CallLane, type CallLanePorts, createCallLane } from './call-lane.ts';

export interface UpstreamGatePorts extends Omit<CallLanePorts, 'callsPerSecond'> {
  /** Calls a second that the config permits in all lanes together. @default no limit */
  readonly callsPerSecond?: number | undefined;
}

/** How the config's calls are shared out: lanes wait for no other lane. */
const shareOf: Readonly<Record<Lane, number>> = { lists: 0.7, ranks: 0.1, summaries: 0.1, columns: 0.1 };

/**
 * The shared limiters and breakers of all lanes, for one instance. The lanes share only the token, and only lists probe
 * whether it is accepted again.
 */
export function createUpstreamGate(ports: UpstreamGatePorts): RequestGate {
  const { callsPerSecond = Number.POSITIVE_INFINITY } = ports;
  const gates = Object.fromEntries(
    lanes.map((lane) => [
      lane,
      createCallLane({ ...ports, callsPerSecond: callsPerSecond * shareOf[lane] }, lane),
    ]),
  ) as Readonly<Record<Lane, CallLane>>;

  return {
    admit: (call) => gates[laneOf(call)].admit(call),
    async report(call) {
      const lane = laneOf(call);
      // A 403 says nothing about the token: it may lack the right to one buyer, or to rows, ranks, columns or summaries.
      if (call.status !== 401 || !call.freshToken) return gates[lane].report(call);
      return gates.lists.pause('rejected', lane === 'lists' && call.admission.isProbe);
    },
  };
}
