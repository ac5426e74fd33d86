import type { Size } from '../../shared/destinations/destination.ts';
import { destinationOf } from '../../shared/destinations/destinations.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import { draftNext, nextTimes, whyInexact } from './choose-time.ts';
import { openDraft, type PreviewPorts } from './compose-draft.ts';
import {
  type ExplainedSignal,
  explainGoing,
  explainRefused,
  explainStaying,
  type StayingSignal,
} from './explain-signals.ts';

/** What a route sends next, with its reasons. Times in ISO 8601. */
export interface PreviewedRoute {
  readonly routeId: string;
  /** Where it goes, in words and without a secret. */
  readonly to: string;
  readonly destinationType: Route['to']['type'];
  readonly state: 'ENABLED' | 'DISABLED';
  /** The next two times of its schedule; none for a route that sends at once. */
  readonly nextTimes: readonly string[];
  readonly timezone: string;
  /** When it is sent, as its digests name it. */
  readonly slot: string;
  /** Of the first message; null if nothing is sent then. */
  readonly digestId: string | null;
  /** Whether these are the bytes that are sent then, if nothing arrives or changes before. */
  readonly exact: boolean;
  /** Why they may differ; null if they are exact. */
  readonly inexact: string | null;
  readonly parts: readonly PreviewedPart[];
  readonly goes: readonly ExplainedSignal[];
  readonly stays: readonly StayingSignal[];
  /** Signals that a flood rule keeps back until they are resent, before this digest. */
  readonly held: number;
}

export interface PreviewedPart {
  readonly digestId: string;
  readonly part: number;
  /** The part whose thread it is in; null for a message of its own. */
  readonly replyTo: number | null;
  /** The exact bytes, as text. */
  readonly body: string;
  /** What a person reads of it. */
  readonly text: string;
  /** The body's size against each limit of its destination. */
  readonly sizes: readonly Size[];
  readonly signals: number;
}

/** At most so many refused signals are looked up: those of the last week. */
const refusedMs = 7 * 86_400_000;

/**
 * What a route sends next, or at `at`, milliseconds since the epoch. The composition itself runs, on a draft of the ledger:
 * nothing is written or sent.
 */
export async function previewRoute(ports: PreviewPorts, route: Route, at?: number): Promise<PreviewedRoute> {
  const { now } = ports;
  const draft = await draftNext(ports, route, at);
  const ledger = openDraft(ports, now);
  const item = await ledger.readRoute(route.id);
  const mutes = await ledger.listMutes();
  const entries: OutboxEntry[] = [];
  for await (const page of ledger.pageOutbox(route.id)) entries.push(...page);
  const members = new Set(draft.digests.flatMap((digest) => digest.members));
  const since = Math.max(item.round?.at ?? 0, now - refusedMs);
  const records = await ledger.listRecords({ since, until: now });
  const destination = destinationOf(route.to);
  const inexact = whyInexact(route, draft);
  return {
    routeId: route.id,
    to: destination.tellPlace(route.to),
    destinationType: route.to.type,
    state: item.state,
    nextTimes: nextTimes(route, now, 2).map(isoTime),
    timezone: zoneOf(route),
    slot: draft.digests[0]?.slot ?? isoTime(draft.at),
    digestId: draft.digests[0]?.digestId ?? null,
    exact: inexact === null,
    inexact,
    parts: draft.digests.map(({ digestId, part, replyTo = null, body, members: { length: signals } }) => ({
      ...{ digestId, part, replyTo, body, signals },
      text: destination.renderer.tellBody(body),
      sizes: destination.renderer.measure(body),
    })),
    goes: entries.filter(({ key }) => members.has(key)).map((entry) => explainGoing(ports, route, entry)),
    stays: [
      ...entries
        .filter(({ key }) => !members.has(key))
        .map((entry) => explainStaying(route, entry, { item, mutes, draft })),
      ...records.flatMap((record) => explainRefused(route, record) ?? []),
    ],
    held: item.held,
  };
}
