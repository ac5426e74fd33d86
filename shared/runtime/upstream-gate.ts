import type { RequestGate } from '../bridge-api/index.ts';
import { type Lane, laneOf, lanes } from '../domain/upstream/breaker.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type CallLane, type CallLanePorts, createCallLane } from './call-lane.ts';

export interface UpstreamGatePorts extends Omit<CallLanePorts, 'callsPerSecond'> {
  readonly ledger: CallLanePorts['ledger'] & Pick<Ledger, 'noteRefusedList'>;
  /** Calls a second that the config permits in all lanes together. @default no limit */
  readonly callsPerSecond?: number | undefined;
}

/** How the config's calls are shared out: lanes wait for no other lane. */
const shareOf: Readonly<Record<Lane, number>> = { lists: 0.7, ranks: 0.1, summaries: 0.1, columns: 0.1 };

type Report = Parameters<RequestGate['report']>[0];

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

  const isTokenRejected = async (call: Report): Promise<boolean> => {
    const { operation, subject, status, freshToken } = call;
    if (status === 401) return freshToken;
    // The token may lack the right to rows, ranks, columns, summaries or one buyer's list: only refusals of several lists
    // are judged.
    if (operation !== 'listBuyerSignals' || laneOf(call) !== 'lists') return false;
    return status === 403 && freshToken && ports.ledger.noteRefusedList(subject);
  };

  return {
    admit: (call) => gates[laneOf(call)].admit(call),
    async report(call) {
      const lane = laneOf(call);
      if (await isTokenRejected(call)) {
        return gates.lists.pause('rejected', lane === 'lists' && call.admission.isProbe);
      }
      const { operation, status } = call;
      const isAllowed = status !== null && status < 400;
      if (isAllowed && operation === 'listBuyerSignals') await gates.lists.noteAllowed();
      return gates[lane].report(call);
    },
  };
}
