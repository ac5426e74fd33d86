import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '../../../shared/ledger/table/table.ts';
import { aroundCalls } from './around-calls.ts';

/** Counts requests that run at one time as one: how many times the time of a request passes. */
export function createRoundsTable(table: Table): Table & { rounds(): number } {
  let rounds = 0;
  let round: Promise<void> | null = null;
  /** What is asked only after an answer of this round belongs to the next one. */
  const nextRound = async (): Promise<void> => {
    rounds += 1;
    await sleep(1);
    round = null;
  };
  const around = aroundCalls(table, async (_method, call) => {
    round ??= nextRound();
    await round;
    return call();
  });
  return { ...around, rounds: () => rounds };
}
