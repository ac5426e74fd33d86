import { hourMs, minuteMs } from '../../shared/domain/duration.ts';
import type { BuyerState } from '../../shared/domain/polling/buyer-state.ts';
import type { PollPorts, PollRequest } from './ports.ts';

/** Notes a list that was inconsistent at each poll for an hour: nobody needs to know of a list that just changed. */
export async function noteInconsistent(
  { ledger, clock }: PollPorts,
  { buyerId, failingSince }: BuyerState,
  { dryRun }: PollRequest,
  shortfall: string | null,
): Promise<void> {
  if (dryRun || failingSince === null || clock.now() - failingSince < hourMs) return;
  const problem = shortfall ?? 'its list kept changing while it was read';
  const trouble = { kind: 'list-inconsistent', about: `buyer ${buyerId}`, problem } as const;
  await ledger.troubles.note({ routeId: null, ...trouble, gapMs: 25 * hourMs });
}

/** More than a call takes, and than a proxy's clock may be off. */
const mostOffMs = minuteMs;

/** Notes how far this clock and the service's differ. `servedAt` is the `Date` of an answer that came after `startedAt`. */
export async function noteClock(
  { ledger, clock, settings }: PollPorts,
  { dryRun }: PollRequest,
  startedAt: number,
  servedAt: number,
): Promise<void> {
  const offMs = Math.max(startedAt - servedAt, servedAt - clock.now());
  if (dryRun || offMs <= mostOffMs) return;
  const problem = `it is ${Math.round(offMs / 1000)} s ${servedAt < startedAt ? 'ahead of' : 'behind'} the service's`;
  // Trouble that comes back within two polls goes on.
  const gapMs = 2 * settings.everyMs + 5 * minuteMs;
  await ledger.troubles.note({ routeId: null, kind: 'clock-off', about: 'the clock', problem, gapMs });
}
