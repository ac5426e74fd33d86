import type { Routes } from '../routes/routes.ts';
import type { LedgerPorts } from '../table/table.ts';
import { createClaiming } from './claim-digest.ts';
import { createDigestIds } from './digest-ids.ts';
import { createFreezing } from './freeze-digest.ts';
import { createInFlight } from './in-flight.ts';
import { createOwedDigests } from './owed-digests.ts';
import { createSendingAgain } from './send-again.ts';
import { createSettling } from './settle-digest.ts';

export type Digests = ReturnType<typeof createDigests>;

export function createDigests(ports: LedgerPorts, routes: Routes) {
  const { readNaming } = createDigestIds(ports);
  const { freeze } = createFreezing(ports, routes);
  const { claim, read, readFirstMessage } = createClaiming(ports);
  const { settle } = createSettling(ports);
  const { beginAttempt, endAttempt, endPause } = createInFlight(ports);
  const { makeDue, resend, listDelivered } = createSendingAgain(ports);
  const { listUndelivered, listOutermost } = createOwedDigests(ports);
  return {
    readNaming,
    freeze,
    claim,
    read,
    readFirstMessage,
    settle,
    beginAttempt,
    endAttempt,
    endPause,
    makeDue,
    resend,
    listDelivered,
    listUndelivered,
    listOutermost,
  };
}
