import { counted } from '../../shared/domain/counted.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { tellDue, tellTime, tellWhen } from '../../shared/domain/tell-time.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { WaitingSignals } from '../../shared/ledger/signals/outbox.ts';
import { type DigestRow, describeRoute, isKeptBy, isoOrNull, type RouteRow } from '../words/route-row.ts';
import { tellMutedOf } from '../words/tell-mutes.ts';

/** Printed by `--json` under these names; times in ISO 8601. */
export interface PendingRow {
  readonly routeId: string;
  readonly inConfig: boolean;
  readonly state: RouteRow['state'];
  readonly signals: {
    readonly waiting: number;
    readonly hot: number;
    readonly oldestAt: string | null;
    /** Hot ones whose digest may still wait for the buyer's summary, until `awaitingUntil` at most. */
    readonly awaitingSummary: number;
    readonly awaitingUntil: string | null;
    /** Those whose match may still wait for a column's value, until `undecidedUntil` at most. */
    readonly undecided: number;
    readonly undecidedUntil: string | null;
    readonly held: number;
    /** Of the waiting ones, those that a mute holds. */
    readonly muted: RouteRow['muted'];
  };
  readonly digests: readonly DigestRow[];
}

export async function readPending(
  ledger: Ledger,
  routes: readonly Route[],
  routeId: string,
  { mutes, now }: { readonly mutes: readonly Mute[]; readonly now: number },
): Promise<PendingRow> {
  const route = routes.find(({ id }) => id === routeId);
  const { state, digests, signalsHeld, muted } = await describeRoute(
    ledger,
    routeId,
    route?.to.type ?? null,
    {
      mutes,
      now,
    },
  );
  const signals = await ledger.countWaiting(routeId, now);
  return {
    routeId,
    inConfig: route !== undefined,
    state,
    signals: { ...rowOf(signals), held: signalsHeld, muted },
    digests,
  };
}

function rowOf({ signals, oldestAt, awaitingUntil, undecidedUntil, ...rest }: WaitingSignals) {
  return {
    waiting: signals,
    ...rest,
    oldestAt: isoOrNull(oldestAt),
    awaitingUntil: isoOrNull(awaitingUntil),
    undecidedUntil: isoOrNull(undecidedUntil),
  };
}

export function tellPending(rows: readonly PendingRow[], at: number): string[] {
  const lines = rows.flatMap((row) => {
    const own = [...tellSignals(row, at), ...row.digests.map((digest) => tellDigest(digest, row, at))];
    return own.length === 0
      ? []
      : [`${row.routeId}${row.inConfig ? '' : ' (not in the config)'}`, ...own.map((line) => `  ${line}`)];
  });
  if (lines.length > 0) return lines;
  return rows.length === 1 ? [`${rows[0]?.routeId}: nothing is pending.`] : ['Nothing is pending.'];
}

function tellSignals({ signals }: PendingRow, at: number): string[] {
  const lines: string[] = [];
  if (signals.waiting > 0) {
    const oldest =
      signals.oldestAt === null ? '' : `, the oldest from ${tellWhen(Date.parse(signals.oldestAt), at)}`;
    lines.push(`${counted(signals.waiting, 'signal')} (${signals.hot} hot) for the next digest${oldest}`);
  }
  lines.push(...signals.muted.map(tellMutedOf));
  if (signals.awaitingSummary > 0) {
    const until = tellUntil(signals.awaitingUntil);
    lines.push(`${counted(signals.awaitingSummary, 'hot signal')} may wait for a summary${until}`);
  }
  if (signals.undecided > 0) {
    const until = tellUntil(signals.undecidedUntil);
    lines.push(`${counted(signals.undecided, 'signal')} may wait for a value that "match" asks for${until}`);
  }
  if (signals.held > 0) lines.push(`${counted(signals.held, 'signal')} held back from a flood`);
  return lines;
}

function tellUntil(time: string | null): string {
  return time === null ? '' : ` until ${tellTime(Date.parse(time))} at most`;
}

const stateWords: Readonly<Record<DigestRow['state'], string>> = {
  FROZEN: 'waiting',
  SENDING: 'being sent',
  HELD: 'kept',
  DEAD: 'failed for good',
  DELIVERED: 'delivered',
  DISCARDED: 'discarded',
  UNKNOWN: 'in a state of a newer version',
};

/** A bot's message in a channel can have all of its signals in its thread, which is a digest of its own. */
function tellContent({ heartbeat, receipt, signals }: DigestRow): string {
  if (heartbeat) return 'heartbeat';
  if (receipt) return 'receipt';
  return signals === 0 ? 'message above a thread' : counted(signals, 'signal');
}

function tellDigest(digest: DigestRow, route: Pick<PendingRow, 'state'>, at: number): string {
  const { digestId, state, attempts, reason, nextAttemptAt, replayedAt } = digest;
  const isKept = isKeptBy(route.state, digest);
  const isDue = state === 'FROZEN' && !isKept && nextAttemptAt !== null;
  const next = isDue ? `next attempt ${tellDue(Date.parse(nextAttemptAt), at)}` : null;
  const parts = [
    isKept ? stateWords.HELD : stateWords[state],
    tellContent(digest),
    counted(attempts, 'attempt'),
    next,
    replayedAt === null ? null : 'replay, not yet sent',
    reason,
  ].filter((part) => part !== null);
  return `${digestId}  ${parts.join(', ')}`;
}
