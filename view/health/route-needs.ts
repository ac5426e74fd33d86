import { counted } from '../../shared/domain/counted.ts';
import { isPaused } from '../../shared/domain/routes/pause.ts';
import { formatDue, formatSpan, formatTime } from '../../shared/domain/times/format-time.ts';
import type { DigestListing } from '../../shared/ledger/items/digest-listing.ts';
import type { PendingOfRoute } from '../../shared/ledger/pending/pending.ts';
import { type PlaceFlags, suggest } from '../words/suggest.ts';
import { type RouteStatus, sortDigests } from './route-status.ts';

/** Something of a route that needs attention. */
export interface Need {
  /**
   * `vanished`: the route was removed from the config while something is pending for it. `held`: a flood rule holds
   * signals back, as the config wants. `paused`: by an operator, until a resume. `late`: signals wait although nothing
   * delays them. `failing`: is retried. `stuck`: keeps digests from being delivered.
   */
  readonly kind: 'vanished' | 'held' | 'paused' | 'late' | 'failing' | 'stuck';
  /** `route sales: 2 digests failed for good (answered 410): signalpost resend sales` */
  readonly text: string;
}

export function needsOf(status: RouteStatus, now: number, place: PlaceFlags): Need[] {
  const { routeId: id, to, state, reason, since, unwritable, signalsHeld, lateMs: late, unreadMs } = status;
  const { rest, judgedAt } = status;
  const need = (kind: Need['kind'], text: string): Need => ({ kind, text: `route ${id}: ${text}` });
  if (to === null) {
    const found = describeVanished(status);
    return found === null ? [] : [need('vanished', `${found}: ${fixVanished(id, rest, place)}`)];
  }
  const { kept, misplaced, dead, failing } = sortDigests(status);
  const digests = (of: readonly DigestListing[]): string => counted(of.length, 'digest');
  const isDisabled = state === 'DISABLED';
  const disabledSince = since === null ? '' : ` since ${formatTime(since)}`;
  const fix = (verb: string): string => suggest(`${verb} ${id}`, place);
  const isAny = status.waiting.signals + signalsHeld + status.digests.length > 0;
  const handOver = isAny ? fixVanished(id, rest, place) : 'take them out of people';
  const howTo = rest === null ? `fix the destination, then: ${fix('resume')}` : `its owner left; ${handOver}`;
  const keeps = kept.length > 0 ? `, ${digests(kept)} waiting` : '';
  const needs = [
    isPaused(status) && need('paused', `${reason}${disabledSince}${keeps}: ${fix('resume')}`),
    isDisabled &&
      !isPaused(status) &&
      need('stuck', `disabled${disabledSince} (${reason ?? noReason})${keeps}: ${howTo}`),
    !isDisabled &&
      kept.length > 0 &&
      need('stuck', `${digests(kept)} waiting for the route although it is enabled: ${fix('resume')}`),
    unwritable !== null &&
      need(
        'stuck',
        `its template fails for ${unwritable.about}: ${unwritable.problem}: fix to.body, then: ${fix('preview')}`,
      ),
    failing.length > 0 && need('failing', describeFailing(failing, now)),
    late > lateFromMs && need('late', describeLate(status, place)),
    unreadMs > lateFromMs &&
      need(
        'late',
        `its outbox is so large that sweeps have read it since ${formatTime(judgedAt - unreadMs)} without reaching its end; end mutes that hold much, or discard all that waits: ${fix('pause')} && ${fix('discard')}`,
      ),
    misplaced.length > 0 &&
      need(
        'stuck',
        `${digests(misplaced)} written for another kind of destination: ` +
          `set its destination back until they are delivered, or ${fix('discard')}`,
      ),
    dead.length > 0 &&
      need(
        'stuck',
        `${digests(dead)} failed for good (${dead.at(-1)?.reason ?? noReason}): ${fix('resend')}`,
      ),
    signalsHeld > 0 &&
      need('held', `${counted(signalsHeld, 'signal')} held over the flood limit: ${fix('resend')}`),
  ];
  return needs.filter((one) => one !== false);
}

/** What is pending for a route that was removed from the config; null if nothing is. */
export function describeVanished({
  waiting,
  signalsHeld,
  digests,
}: Pick<PendingOfRoute, 'signalsHeld' | 'digests'> & { readonly waiting: { readonly signals: number } }):
  | string
  | null {
  const pending = [
    waiting.signals > 0 && `${counted(waiting.signals, 'signal')} waiting`,
    signalsHeld > 0 && `${counted(signalsHeld, 'signal')} held`,
    digests.length > 0 && `${counted(digests.length, 'digest')} undelivered`,
  ].filter((part) => part !== false);
  return pending.length === 0 ? null : `no longer in the config, with ${pending.join(', ')}`;
}

/** `rest`: the route that takes over what waits; null for a route that is not an owner's. */
export function fixVanished(id: string, rest: string | null, place: PlaceFlags): string {
  return rest === null
    ? `put the route back until nothing is pending, or ${suggest(`discard ${id}`, place)}`
    : `send what waits to ${rest}: ${suggest(`resend ${id}`, place)}`;
}

/** `2 digests not delivered since 2026-11-21 08:00 UTC (answered 503); next attempt in 20 minutes` */
function describeFailing(failing: readonly DigestListing[], now: number): string {
  const since = Math.min(...failing.map(({ frozenAt }) => frozenAt));
  const next = Math.min(...failing.map(({ dueAt }) => dueAt ?? now));
  const newest = failing.reduce((one, other) => (other.frozenAt > one.frozenAt ? other : one));
  const none = newest.attempts === 0 ? 'no attempt was made' : 'the outcome of its attempt is unknown';
  const why = newest.reason ?? none;
  return `${counted(failing.length, 'digest')} not delivered since ${formatTime(since)} (${why}); next attempt ${formatDue(next, now)}`;
}

/** Sweeps come each minute. The alarm "A delivery is overdue" waits for an hour. */
const lateFromMs = 15 * 60_000;

function describeLate(
  { judgedAt, lateMs: late, wasQuiet }: Pick<RouteStatus, 'judgedAt' | 'lateMs' | 'wasQuiet'>,
  place: PlaceFlags,
): string {
  if (wasQuiet)
    return `signals or digests have been due for ${formatSpan(late)} outside quiet hours, and the last run came in them; start one outside them: ${suggest('run --once', place)}`;
  const fix =
    place.stage === undefined
      ? `look at the output of the run, or start one: ${suggest('run', place)}`
      : 'docs/runbook.md says what to look at under "A delivery is overdue"';
  return `signals or digests should have been sent at ${formatTime(judgedAt - late)}, and no rule delays them: ${fix}`;
}

const noReason = 'no reason was recorded';
