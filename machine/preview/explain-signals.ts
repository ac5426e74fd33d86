import type { SignalRecord } from '../../shared/domain/history/history.ts';
import { tellReason } from '../../shared/domain/message/hot-reason.ts';
import { type DelayReason, delayOf } from '../../shared/domain/routes/delay.ts';
import { explainRoutes } from '../../shared/domain/routes/explain-routes.ts';
import { type Mute, muteOf } from '../../shared/domain/routes/mute.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import type { AwaitedSignal } from '../../shared/domain/signals/recording.ts';
import type { RouteState } from '../../shared/ledger/routes/routes.ts';
import { explainDelay, explainUndecided } from '../lookup/explain-stay.ts';
import type { Draft, PreviewPorts } from './compose-draft.ts';

/** A signal of a preview, and why it goes out, or why it does not. */
export interface ExplainedSignal {
  /** Null for an item that could not be read. */
  readonly bridgeId: string | null;
  readonly rowId: string | null;
  readonly name: string | null;
  readonly buyerId: string;
  readonly buyerName: string | null;
  readonly hot: boolean;
  /** It was read just now, and is not recorded. */
  readonly fresh: boolean;
  readonly because: string;
}

/** `not taken`: no outbox of the route has it. The others wait for it, or are kept by it. */
export type StayReason = DelayReason | 'value' | 'flood' | 'disabled' | 'later' | 'not taken';

export interface StayingSignal extends ExplainedSignal {
  readonly reason: StayReason;
  /** ISO 8601; null where no time ends it. */
  readonly until: string | null;
}

/** What a column's metadata adds to its value. */
const noColumns = { columns: new Map() };

export function explainGoing(ports: PreviewPorts, route: Route, entry: OutboxEntry): ExplainedSignal {
  const { hot, signal, buyerId, hotUnknown, hotBecause = [] } = entry;
  const candidate = {
    buyerId,
    bridgeId: signal?.bridgeId.toLowerCase() ?? null,
    bridgeName: signal?.bridgeName ?? null,
    hot: hotUnknown === true || signal === null ? null : hot,
    columns: signal?.columns ?? null,
    unsettled: [],
  };
  const verdict = explainRoutes(ports.config, candidate).find(({ routeId }) => routeId === route.id);
  // It was taken by the rules of then, and goes out whatever they are now.
  const now =
    verdict?.takes === false ? `by today's rules it would not go here: ${verdict.because}` : verdict?.because;
  const hotness = hotBecause.map(
    (reason) => tellReason({ hotBecause: [reason], bridgeId: '' }, noColumns)?.own,
  );
  const because = [...hotness, now, entry.released === true && 'an operator released it'];
  return { ...describe(ports, entry), because: because.filter((one) => one).join('; ') };
}

interface Waiting {
  readonly item: RouteState;
  readonly mutes: readonly Mute[];
  readonly draft: Draft;
}

/** Why an entry of the outbox is in no digest of the draft. */
export function explainStaying(
  ports: PreviewPorts,
  route: Route,
  entry: OutboxEntry,
  { item, mutes, draft }: Waiting,
): StayingSignal {
  const { at, setAside } = draft;
  const own = describe(ports, entry);
  const stay = (reason: StayReason, because: string): StayingSignal => ({
    ...{ ...own, reason, because, until: null },
  });
  if (item.state === 'DISABLED')
    return stay('disabled', `the route is disabled (${item.reason ?? 'no reason was recorded'})`);
  const fate = setAside.get(entry.key);
  if (fate !== undefined)
    return stay('flood', fate === 'held' ? 'a flood: kept back until it is resent' : 'a flood: dropped');
  const signal = { ...entry, bridgeId: entry.signal?.bridgeId ?? null };
  const delaying = { route, mutes, round: item.round, hasSummary: () => false };
  const delay = delayOf(delaying, signal, at);
  if (delay === null) return stay('later', 'it came after the time that is due; it waits for the next one');
  const { told, until } = explainDelay(delay, muteOf(mutes, route.id, signal, at));
  return { ...own, reason: delay.reason, because: told, until };
}

/**
 * A recorded signal that is not in the route's outbox: the route did not take it, or it waits for a value that decides.
 * `awaited`: the signals that do, by id. Null if the route had it.
 */
export function explainRecorded(
  ports: PreviewPorts,
  route: Route,
  record: SignalRecord,
  awaited: ReadonlyMap<string, AwaitedSignal>,
): StayingSignal | null {
  const { notSent, verdicts, signalId } = record;
  const own = describe(ports, record);
  const verdict = verdicts.find(({ routeId }) => routeId === route.id);
  const wait = awaited.get(signalId);
  if (wait && verdict?.takes === true && !wait.routeIds.includes(route.id)) {
    const { told, until } = explainUndecided(wait);
    return { ...own, reason: 'value', because: told, until };
  }
  if (verdict?.takes === true) return null;
  const notAsked = notSent === null ? null : notSentWords[notSent];
  const because = notAsked ?? verdict?.because ?? 'the config had no such route when it was recorded';
  return { ...own, reason: 'not taken', because, until: null };
}

const notSentWords = {
  baseline: 'it was there before the first reading of its buyer',
  'left-out': 'watch.except leaves its bridge out',
} as const;

function describe(
  { freshSince = Number.POSITIVE_INFINITY }: PreviewPorts,
  { buyerId, hot, signal, firstSeenAt }: Pick<SignalRecord, 'buyerId' | 'hot' | 'signal' | 'firstSeenAt'>,
) {
  const { bridgeId = null, rowId = null, name = null, buyerName = null } = signal ?? {};
  return { bridgeId, rowId, name, buyerId, buyerName, hot, fresh: firstSeenAt >= freshSince };
}
