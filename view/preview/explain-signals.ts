import { describeReason } from '../../message/digest/hot-reason.ts';
import { listFacts } from '../../message/digest/signal-facts.ts';
import { explainRoutes } from '../../message/routes/explain-routes.ts';
import { withBlanks } from '../../message/text/keep-together.ts';
import { idsOf } from '../../shared/domain/cells/owners.ts';
import type { FactView } from '../../shared/domain/cells/row-facts.ts';
import type { SignalRecord } from '../../shared/domain/history/history.ts';
import { knownOf } from '../../shared/domain/routes/match.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import type { AwaitedSignal } from '../../shared/domain/signals/recording.ts';
import { describeNotSent } from '../lookup/describe-not-sent.ts';
import { explainUndecided, explainWait, type WaitReason, type WaitRules } from '../lookup/explain-stay.ts';
import type { Draft, PreviewPorts } from './compose-draft.ts';

export type ExplainedSignal = ReturnType<typeof explainGoing>;

/**
 * `not taken`: the route's rules refuse it. `not news`: no route was asked. `template`: that of its route fails. The others wait
 * for the route, or are held.
 */
export type StayReason = WaitReason | 'flood' | 'later' | 'template' | 'not taken' | 'not news';

/** A signal of a preview, why it goes out, and its facts with the columns that they are from. */
export function explainGoing(ports: PreviewPorts, route: Route, entry: OutboxEntry, view: FactView) {
  const { hot, signal, buyerId, hotUnknown, hotBecause = [] } = entry;
  const candidate = {
    buyerId,
    ...knownOf(signal, { ...view, mention: { people: idsOf(ports.config.people, 'slack') } }),
    hot: hotUnknown === true || signal === null ? null : hot,
  };
  const verdict = explainRoutes(ports.config, candidate).find(({ routeId }) => routeId === route.id);
  // The rules of its recording took it, and it goes out whatever they are now.
  const now =
    verdict?.takes === false ? `by today's rules it would not go here: ${verdict.because}` : verdict?.because;
  const reason = hot ? describeReason({ hotBecause, bridgeId: signal?.bridgeId ?? '' }, view, true) : null;
  const hotness = reason && withBlanks(reason);
  const because = [hotness, now, entry.released === true && 'an operator released it'];
  const facts = signal === null ? [] : listFacts(signal, view);
  return { ...describe(ports, entry), because: because.filter((one) => one).join('; '), facts };
}

interface Waiting extends WaitRules {
  readonly draft: Draft;
}

export function explainStaying(ports: PreviewPorts, route: Route, entry: OutboxEntry, waiting: Waiting) {
  const { at, setAside, unwritable } = waiting.draft;
  if (setAside.has(entry.key))
    return stay(ports, entry, { reason: 'flood', told: 'held over the flood limit until it is resent' });
  const failing = unwritable.find(({ key }) => key === entry.key);
  if (failing !== undefined) {
    const told = `waits until its route's template renders for it: ${failing.problem}`;
    return stay(ports, entry, { reason: 'template', told });
  }
  const later = 'it came after the time that is due; it waits for the next one';
  const wait = explainWait(route, entry, waiting, at);
  return stay(ports, entry, wait ?? { reason: 'later', told: later });
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
) {
  const { verdicts, signalId } = record;
  const verdict = verdicts.find(({ routeId }) => routeId === route.id);
  const wait = awaited.get(signalId);
  if (verdict?.takes === true) {
    if (wait === undefined || wait.routeIds.includes(route.id)) return null;
    return stay(ports, record, explainUndecided(wait, zoneOf(route)));
  }
  const notSent = describeNotSent(record);
  if (notSent !== null) return stay(ports, record, { reason: 'not news', told: notSent });
  const isOfSet = route.owner?.is && verdicts.some(({ routeId }) => routeId === route.owner?.set);
  const none = isOfSet ? 'it is of another owner' : 'the config had no such route when it was recorded';
  const told = verdict?.because ?? none;
  return stay(ports, record, { reason: 'not taken', told });
}

type Described = Pick<SignalRecord, 'buyerId' | 'hot' | 'signal' | 'firstSeenAt'>;

interface Stay {
  readonly reason: StayReason;
  readonly told: string;
  readonly until?: string | null;
}

function stay(ports: PreviewPorts, signal: Described, { reason, told: because, until = null }: Stay) {
  return { ...describe(ports, signal), because, reason, until };
}

function describe(
  { freshSince = Number.POSITIVE_INFINITY }: PreviewPorts,
  { buyerId, hot, signal, firstSeenAt }: Described,
) {
  const { bridgeId = null, rowId = null, name = null, buyerName = null } = signal ?? {};
  return { bridgeId, rowId, name, buyerId, buyerName, hot, fresh: firstSeenAt >= freshSince };
}
