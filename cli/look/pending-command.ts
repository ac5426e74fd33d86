import type { Command } from 'commander';
import { counted } from '../../shared/domain/counted.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { tellDue, tellTime, tellWhen } from '../../shared/domain/tell-time.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { listKnownRoutes, withLedger } from '../with-ledger.ts';
import { type DigestRow, describeRoute, isoOrNull } from '../words/route-row.ts';
import { isKeptBy } from '../words/tell-digest.ts';
import { tellMutedOf } from '../words/tell-mutes.ts';

export function addPendingCommand(program: Command): void {
  addPlaceOptions(program.command('pending'))
    .description('list the pending signals and the undelivered digests')
    .argument('[route]', "the route's id (default: all routes, removed ones included)")
    .action(showPending);
}

async function showPending(id: string | undefined, options: PlaceOptions): Promise<void> {
  await withLedger(options, async (chosen) => {
    const { routes } = await chosen.readConfig();
    const known = await listKnownRoutes(chosen.ledger, routes, id);
    const now = systemClock.now();
    const mutes = await chosen.ledger.listMutes();
    const rows: PendingRow[] = [];
    for (const routeId of id === undefined ? known : [id]) {
      rows.push(await readPending(chosen.ledger, routes, routeId, { mutes, now }));
    }
    const { signals, until } = await chosen.ledger.countAwaited();
    const awaited = { signals, until: isoOrNull(until) };
    if (options.json) console.log(JSON.stringify({ routes: rows, awaited }));
    else for (const line of tellPending(rows, awaited, now)) console.log(line);
  });
}

/** Printed by `--json` under these names; times in ISO 8601. */
export type PendingRow = Awaited<ReturnType<typeof readPending>>;

async function readPending(
  ledger: Ledger,
  routes: readonly Route[],
  routeId: string,
  { mutes, now }: { readonly mutes: readonly Mute[]; readonly now: number },
) {
  const route = routes.find(({ id }) => id === routeId);
  const to = route?.to.type ?? null;
  const row = await describeRoute(ledger, routeId, to, { mutes, now });
  const { signals, oldestAt, awaitingUntil, ...counts } = await ledger.countWaiting(routeId, now);
  return {
    routeId,
    inConfig: route !== undefined,
    state: row.state,
    signals: {
      waiting: signals,
      ...counts,
      oldestAt: isoOrNull(oldestAt),
      /** Hot signals may wait for their buyer's summary until then at most. */
      awaitingUntil: isoOrNull(awaitingUntil),
      held: row.signalsHeld,
      muted: row.muted,
    },
    digests: row.digests,
  };
}

/** Signals that wait for values, whichever routes will take them, and until when at most. */
export interface AwaitedCount {
  readonly signals: number;
  readonly until: string | null;
}

export function tellPending(rows: readonly PendingRow[], awaited: AwaitedCount, at: number): string[] {
  const lines = rows.flatMap((row) => {
    const own = [...tellSignals(row, at), ...row.digests.map((digest) => tellDigest(digest, row, at))];
    return own.length === 0
      ? []
      : [`${row.routeId}${row.inConfig ? '' : ' (not in the config)'}`, ...own.map((line) => `  ${line}`)];
  });
  if (awaited.signals > 0) {
    const until = tellUntil(awaited.until);
    lines.push(
      `${counted(awaited.signals, 'signal')} may wait for a value that decides on further routes${until}`,
    );
  }
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
function tellContent({ heartbeat, signals }: DigestRow): string {
  if (heartbeat) return 'heartbeat';
  return signals === 0 ? 'message above a thread' : counted(signals, 'signal');
}

function tellDigest(digest: DigestRow, route: Pick<PendingRow, 'state'>, at: number): string {
  const { digestId, state, attempts, reason, nextAttemptAt } = digest;
  const isKept = isKeptBy(route.state, digest);
  const isDue = state === 'FROZEN' && !isKept && nextAttemptAt !== null;
  const next = isDue ? `next attempt ${tellDue(Date.parse(nextAttemptAt), at)}` : null;
  const parts = [
    isKept ? stateWords.HELD : stateWords[state],
    tellContent(digest),
    counted(attempts, 'attempt'),
    next,
    reason,
  ].filter((part) => part !== null);
  return `${digestId}  ${parts.join(', ')}`;
}
