import type { Observation } from '../../functions/observations/observation.ts';
import { createHandler as createPlanning } from '../../functions/plan-polls/handler.ts';
import { createHandler as createPolling } from '../../functions/poll-signals/handler.ts';
import { configuredBridgeApis } from '../../functions/runtime/configured-bridge-api.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import { createDraftTable, type ReadableTable } from '../../shared/ledger/table/draft-table.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';

const invocation = { getRemainingTimeInMillis: () => 3_600_000 };

/**
 * A draft of the ledger in which everything is recorded that the API lists now. The functions themselves read it; what they
 * write and queue is forgotten. `shareOfRate`: of the known rate. `tell`: what it reads, and what could not be read. `isWhole`:
 * all could be read; the command fails otherwise. `isBlind`: nothing was asked for, since the API is paused.
 */
export async function readFresh(
  base: ReadableTable,
  config: SignalpostConfig,
  secrets: Secrets,
  { shareOfRate, tell }: { readonly shareOfRate: number; readonly tell: (sentence: string) => void },
) {
  const table = createDraftTable(base);
  let isWhole = true;
  let isBlind = false;
  const given = { clock: systemClock, random: systemRandom };
  const ledger = createLedger({ ...given, table });
  const { perSecond } = await ledger.upstream.read('lists');
  const callsPerSecond = Math.min(perSecond, config.api.callsPerSecond ?? perSecond) * shareOfRate;
  const slow = { ...config, api: { ...config.api, callsPerSecond } };
  const observe = (observation: Observation): void => {
    const { kind } = observation;
    if (kind === 'polls-skipped') {
      isBlind = true;
      isWhole = false;
      tell(observation.problem);
    }
    if (kind !== 'plan-failed' && kind !== 'poll-failed' && kind !== 'poll-undecided') return;
    // A service may answer 404 for a buyer without signals.
    if (kind !== 'poll-undecided' || !observation.problem.includes('answered 404')) isWhole = false;
    const what = kind === 'plan-failed' ? `bridge ${observation.bridgeId}` : `buyer ${observation.buyerId}`;
    tell(`${what}: ${observation.problem}`);
  };
  const polls: unknown[] = [];
  const queue = (name: string) => ({
    send: async (messages: readonly unknown[]) => void (name === 'poll' && polls.push(...messages)),
  });
  const shared = { ...given, ledger, observe, queue };
  const ports = { ...shared, config: slow, ...configuredBridgeApis(slow, { ...shared, secrets }) };
  await createPlanning(ports)({}, invocation);
  if (isBlind) return { table, isWhole, isBlind };
  const rate = Math.round(callsPerSecond * 10) / 10;
  tell(`reading ${counted(polls.length, 'group')} of up to 10 buyers at ${rate} calls a second`);
  const poll = createPolling(ports);
  for (const message of polls) await poll(message, invocation);
  if (!isWhole) process.exitCode = 1;
  return { table, isWhole, isBlind };
}
