import { type Alert, eachRoute, type RouteFinding } from '../../shared/domain/alerts/alert.ts';
import {
  mostCounted,
  type OwedFacts,
  type RouteFacts,
  type Trouble,
  type TroubleKind,
} from '../../shared/domain/alerts/facts.ts';
import { counted, countedFrom } from '../../shared/domain/counted.ts';
import { attemptDelaysMs, isAttempted } from '../../shared/domain/digests/next-attempt.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/domain/duration.ts';
import { formatKinds } from '../../shared/domain/routes/destination-kinds.ts';
import { findUnproven } from './polling-alerts.ts';

/** 70 % of the attempts of the schedule. */
const manyAttempts = Math.ceil(0.7 * attemptDelaysMs.length);

/** Alerts about digests and routes. One cause raises one alert: a digest that is attempted is failing, not overdue. */
export const routeAlerts: readonly Alert[] = [
  {
    name: 'delivery-overdue',
    heading: 'A delivery is overdue',
    impact: 'Signals or a digest should have been sent more than an hour ago. They are kept, and sent later.',
    // The sweep that found them may have composed or queued them after all.
    after: 4 * minuteMs,
    find: (facts) => [...findUnproven('values')(facts), ...eachRoute(findOverdue)(facts)],
  },
  {
    name: 'attempts-fail',
    heading: 'Attempts fail',
    impact:
      'A destination has not accepted a digest for an hour. It is kept, and tried again for three days.',
    find: eachRoute((route) => {
      const failing = attempted(route).filter((one) => one.lateMs >= hourMs && !isRejected(one));
      return describeDigests(route, failing, 'not accepted');
    }),
  },
  {
    name: 'attempts-run-out',
    heading: 'Attempts run out',
    impact: 'Most attempts of a digest have failed. After the last one, only a resend sends it.',
    find: eachRoute((route) => {
      const late = attempted(route).filter(({ attempts }) => attempts >= manyAttempts);
      const most = Math.max(...late.map(({ attempts }) => attempts));
      return describeDigests(route, late, `after ${most} of ${attemptDelaysMs.length} attempts`);
    }),
  },
  {
    name: 'digest-failed',
    heading: 'A digest failed for good',
    impact:
      'A digest failed for good: every attempt failed, or its destination rejected it. It is kept, and only a resend ' +
      'sends it.',
    find: eachRoute((route) => {
      const dead = route.digests.filter(({ isDead }) => isDead);
      return describeDigests(route, dead, 'failed for good');
    }),
  },
  {
    name: 'destination-secret-rejected',
    heading: 'A secret is rejected',
    impact: "A destination rejects its secret. Its route's digests wait, for three days at most.",
    find: eachRoute((route) => describeDigests(route, attempted(route).filter(isRejected), 'rejected')),
  },
  {
    name: 'template-fails',
    heading: 'A template fails',
    impact:
      "The template of a route's body fails for a signal or a report. It waits until the template renders; other " +
      'signals are sent.',
    find: eachRoute((route) => {
      const trouble = findTrouble(route, 'template');
      return trouble === undefined ? null : { figures: `for ${trouble.about}: ${trouble.problem}` };
    }),
  },
  {
    name: 'route-disabled',
    heading: 'A route is disabled',
    impact:
      'A destination answered that it is gone. Its route sends nothing more, and keeps signals and digests until you ' +
      'resume it.',
    find: eachRoute(({ routeId, disabled, rest, digests: { length: count }, isAll }) => {
      if (disabled === null) return null;
      const instead =
        rest && `; this owner's new signals go to ${rest}, and "resend ${routeId}" sends it what waits`;
      return {
        count,
        figures: `${disabled}; ${countedFrom(count, isAll, 'digest')} waiting${instead ?? ''}`,
      };
    }),
  },
  {
    name: 'signals-held',
    heading: 'Signals are held',
    impact:
      'A digest had more new signals than its flood rule allows. The hot ones were sent; the rest is held, and nobody ' +
      'sees it until you resend it.',
    find: eachRoute(({ held }) =>
      held === 0 ? null : { count: held, figures: `${counted(held, 'signal')} held` },
    ),
  },
  {
    name: 'signal-damaged',
    heading: 'A signal is damaged',
    impact:
      'The ledger can no longer read a signal that it recorded. The digest counts the signal as unreadable and shows ' +
      'nothing else about it.',
    find: eachRoute((route, now) => troubleWithinDay(route, 'damaged', now)),
  },
  {
    name: 'digest-twice',
    heading: 'A digest may arrive twice',
    impact:
      "An attempt's outcome is unknown, so the digest is sent again. " +
      `${formatKinds({ dropsRepeats: false }, 'and')} may show it twice, and so may a tool that gets what a template gives. ` +
      `Another ${formatKinds({ dropsRepeats: true }, 'or')} receiver drops the second message by its id.`,
    find: eachRoute((route, now) => troubleWithinDay(route, 'ambiguous', now)),
  },
  {
    name: 'removed-route',
    heading: 'A removed route has a backlog',
    impact:
      'A route was removed from the config while it had pending signals or digests. They are kept, and not sent until ' +
      'you put the route back.',
    find: ({ removed }) =>
      removed.map(({ routeId, signalsWaiting, signalsHeld, digests }) => {
        const signals = signalsWaiting + signalsHeld;
        const told = countedFrom(signals, signalsWaiting < mostCounted, 'signal');
        const figures = `${told} and ${countedFrom(digests, digests < mostCounted, 'digest')} waiting`;
        return { routeId, digestId: null, count: signals + digests, figures };
      }),
  },
];

function findOverdue(route: RouteFacts): RouteFinding | null {
  if (route.isStill) return null;
  const digests = route.digests.filter((one) => !one.isDead && !isAttempted(one) && one.lateMs >= hourMs);
  // Digests that wait behind failing ones are late for that reason.
  if (digests.length > 0 && attempted(route).length === 0)
    return describeDigests(route, digests, 'late, without an attempt');
  // Signals that a template fails for are late for that reason.
  if (route.signalsLateMs < hourMs || findTrouble(route, 'template') !== undefined) return null;
  return {
    figures: `signals have been late for ${formatHours(route.signalsLateMs)}, and no digest has them`,
  };
}

function attempted({ isStill, digests }: RouteFacts): readonly OwedFacts[] {
  return isStill ? [] : digests.filter((one) => !one.isDead && isAttempted(one));
}

function isRejected({ reason }: OwedFacts): boolean {
  return /^answered 40[13]\b/.test(reason ?? '');
}

/** `2 digests not accepted, the oldest msg_… for 3 hours: answered 503`; null for none. */
function describeDigests(
  { isAll }: RouteFacts,
  digests: readonly OwedFacts[],
  what: string,
): RouteFinding | null {
  const [oldest] = digests.toSorted((one, other) => other.lateMs - one.lateMs);
  if (oldest === undefined) return null;
  const { digestId, lateMs, reason } = oldest;
  const why = reason === null ? '' : `: ${reason}`;
  const figures = `${countedFrom(digests.length, isAll, 'digest')} ${what}, the oldest ${digestId} for ${formatHours(lateMs)}${why}`;
  return { digestId, count: digests.length, figures };
}

function formatHours(ms: number): string {
  return ms < hourMs ? counted(Math.floor(ms / 60_000), 'minute') : counted(Math.floor(ms / hourMs), 'hour');
}

function findTrouble({ troubles }: RouteFacts, kind: TroubleKind): Trouble | undefined {
  return troubles.find((one) => one.kind === kind);
}

function troubleWithinDay(route: RouteFacts, kind: TroubleKind, now: number): RouteFinding | null {
  const trouble = findTrouble(route, kind);
  if (trouble === undefined || now - trouble.at >= dayMs) return null;
  return { digestId: trouble.about, figures: `digest ${trouble.about}: ${trouble.problem}` };
}
