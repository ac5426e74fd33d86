import type { RequestGate } from '../bridge-api/index.ts';
import { type Lane, laneOf, lanes } from '../domain/upstream/breaker.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type CallLane, type CallLanePorts, createCallLane } from './call-lane.ts';

export interface UpstreamGatePorts extends CallLanePorts {
  readonly ledger: CallLanePorts['ledger'] & Pick<Ledger, 'noteRefusedList'>;
}

type Report = Parameters<RequestGate['report']>[0];

/**
 * The limiters and breakers of all instances, for one instance: a lane for summaries, one for ranks, one for all other
 * calls. Only the token is common to them, and lists alone find out whether it is accepted again.
 */
export function createUpstreamGate(ports: UpstreamGatePorts): RequestGate {
  const gates = Object.fromEntries(lanes.map((lane) => [lane, createCallLane(ports, lane)])) as Readonly<
    Record<Lane, CallLane>
  >;

  const isTokenRejected = async (call: Report): Promise<boolean> => {
    const { operation, subject, status, freshToken } = call;
    if (status === 401) return freshToken;
    // Rows, ranks and summaries may be a right that the token lacks. So may one buyer's list: what five of them say is judged.
    if (operation !== 'listBuyerSignals' || laneOf(call) !== 'lists') return false;
    if (status === 404 || (status === 403 && freshToken))
      return ports.ledger.noteRefusedList(subject, status);
    return false;
  };

  return {
    admit: (call) => gates[laneOf(call)].admit(call),
    async report(call) {
      if (await isTokenRejected(call)) return gates.lists.pause('rejected');
      const { operation, status } = call;
      const isAllowed = status !== null && status < 400;
      if (isAllowed && operation === 'listBuyerSignals') await gates.lists.noteAllowed();
      return gates[laneOf(call)].report(call);
    },
  };
}
