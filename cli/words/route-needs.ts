import { counted, grouped } from '../../shared/domain/counted.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { tellDue, tellTime } from '../../shared/domain/tell-time.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { PendingOfRoute } from '../../shared/ledger/routes/pending.ts';
import {
  countDigests,
  describeRoutes,
  type FailingDigests,
  mostCounted,
  type RouteRow,
} from './route-row.ts';

/** Something of a route that needs attention. */
export interface Need {
  readonly routeId: string;
  /**
   * `vanished`: the route was removed from the config while something is pending for it. `held`: a flood rule holds
   * signals back, as the config wants. Each other kind keeps digests from being delivered.
   */
  readonly kind: 'vanished' | 'disabled' | 'kept' | 'failing' | 'misplaced' | 'given-up' | 'held';
  /** Without the route's name. */
  readonly found: string;
  /** What to do; null for what is retried automatically. */
  readonly fix: string | null;
}

/** `at`: appended to each command so that it works on the same state, such as ` --stage prod`. */
export function needsOf(row: RouteRow, now: number, at = ''): Need[] {
  const { id, to, state, failing, signalsHeld } = row;
  if (to === null) return [needOfVanished({ ...row, routeId: id }, at)];
  const { kept, misplaced, dead } = countDigests(row);
  const need = (kind: Need['kind'], found: string, fix: string | null): Need => {
    return { routeId: id, kind, found, fix };
  };
  const resume = `signalpost resume ${id}${at}`;
  const needs = [
    state === 'DISABLED' && need('disabled', tellDisabled(row, kept), `fix the destination, then: ${resume}`),
    state === 'ENABLED' &&
      kept > 0 &&
      need('kept', `${counted(kept, 'digest')} kept although the route is enabled`, resume),
    failing !== null && need('failing', tellFailing(failing, now), null),
    misplaced > 0 &&
      need(
        'misplaced',
        `${counted(misplaced, 'digest')} written for another kind of destination`,
        `set its destination back until they are delivered, or signalpost discard ${id}${at}`,
      ),
    dead > 0 &&
      need(
        'given-up',
        `${counted(dead, 'digest')} failed for good (${lastReason(row)})`,
        `signalpost resend ${id}${at}`,
      ),
    signalsHeld > 0 &&
      need(
        'held',
        `${counted(signalsHeld, 'signal')} held back from a flood`,
        `signalpost resend ${id}${at}`,
      ),
  ];
  return needs.filter((one) => one !== false);
}

/** Whether the need keeps digests of a configured route from being delivered. */
export function isTrouble({ kind }: Need): boolean {
  return kind !== 'held' && kind !== 'vanished';
}

/** Of a route that was removed from the config while something is pending for it. */
export function needOfVanished(
  {
    routeId,
    signalsWaiting,
    signalsHeld,
    digests,
  }: Pick<PendingOfRoute, 'routeId' | 'signalsWaiting' | 'signalsHeld'> & {
    readonly digests: readonly unknown[];
  },
  at = '',
): Need {
  const pending = [
    signalsWaiting > 0 && `${atMost(signalsWaiting, 'signal')} waiting`,
    signalsHeld > 0 && `${counted(signalsHeld, 'signal')} held back`,
    digests.length > 0 && `${counted(digests.length, 'digest')} undelivered`,
  ].filter((part) => part !== false);
  const found = `no longer in the config, with ${pending.join(', ')}`;
  const fix = `put the route back until nothing is pending, or signalpost discard ${routeId}${at}`;
  return { routeId, kind: 'vanished', found, fix };
}

/** The needs of the config's routes, and of the routes that were removed from it. */
export async function readNeeds(
  ledger: Ledger,
  routes: readonly Route[],
  now: number,
  at = '',
): Promise<Need[]> {
  return (await describeRoutes(ledger, routes, now)).flatMap((row) => needsOf(row, now, at));
}

/** `route sales: 2 digests failed for good (answered 410): signalpost resend sales` */
export function tellNeed({ routeId, found, fix }: Need): string {
  return `route ${routeId}: ${found}${fix === null ? '' : `: ${fix}`}`;
}

function tellDisabled({ disabledSince, reason }: RouteRow, kept: number): string {
  const since = disabledSince === null ? '' : ` since ${tellTime(Date.parse(disabledSince))}`;
  const keeps = kept > 0 ? `, ${counted(kept, 'digest')} kept` : '';
  return `disabled${since} (${reason ?? noReason})${keeps}`;
}

/** `2 digests not delivered since 2026-11-21 08:00 UTC (answered 503); next attempt in 20 minutes` */
function tellFailing({ digests, reason, since, nextAttemptAt }: FailingDigests, now: number): string {
  const when = nextAttemptAt === null ? 'due' : tellDue(Date.parse(nextAttemptAt), now);
  return `${counted(digests, 'digest')} not delivered since ${tellTime(Date.parse(since))} (${reason}); next attempt ${when}`;
}

function lastReason({ digests }: RouteRow): string {
  return digests.findLast(({ state }) => state === 'DEAD')?.reason ?? noReason;
}

const noReason = 'no reason was recorded';

/** Signals that wait for a digest are counted up to a cap. */
export function atMost(count: number, noun: string): string {
  return count < mostCounted ? counted(count, noun) : `${grouped(count)} or more ${noun}s`;
}
