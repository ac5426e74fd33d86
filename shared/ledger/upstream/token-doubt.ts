import { doubtAfterRefusal, noDoubt } from '../../domain/upstream/token-doubt.ts';
import { readStanding } from '../polling/refusals.ts';
import type { Table } from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';
import { changeUpstream, readUpstream } from './upstream-item.ts';

/** A buyer's list was refused. True when that shows that the token is rejected. */
export async function noteRefusedList(
  table: Table,
  ports: TryAgainPorts,
  buyerId: string,
  status: number,
): Promise<boolean> {
  const { refusal } = await tryAgain(ports, () => readStanding(table, buyerId));
  const isKnown = refusal !== null;
  return changeUpstream(table, ports, 'lists', (state, now) => {
    const { doubt, isRejected } = doubtAfterRefusal(state, { buyerId, status, isKnown }, now);
    return doubt === state ? { result: false } : { set: doubt, result: isRejected };
  });
}

/** A list was allowed, which proves the token. */
export async function endDoubt(table: Table, ports: TryAgainPorts): Promise<void> {
  await changeUpstream<void>(table, ports, 'lists', ({ refused, doubtedAt }) =>
    refused.length === 0 && doubtedAt === null ? { result: undefined } : { set: noDoubt, result: undefined },
  );
}

/** Whether everyone is to be asked, resting buyers too: somebody may be allowed, which proves the token. */
export async function isTokenDoubted(table: Table, now: number): Promise<boolean> {
  return (await readUpstream(table, 'lists', now)).doubtedAt !== null;
}
