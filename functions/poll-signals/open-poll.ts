import { hasClosed } from '../../shared/domain/cells/deadline.ts';
import { type MeaningView, readMeanings } from '../../shared/domain/cells/meanings.ts';
import { idsOf } from '../../shared/domain/cells/owners.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { isUuid } from '../../shared/domain/is-uuid.ts';
import { isLeftOut } from '../../shared/domain/polling/left-out.ts';
import { listingPeriodOf } from '../../shared/domain/polling/window.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { ShownList } from '../../shared/domain/upstream/service.ts';
import { askControl } from '../ask-control.ts';
import type { FunctionPorts } from '../function-ports.ts';
import type { Observation } from '../observations/observation.ts';
import type { ListedSignal, PollRequest, PollSignalsPorts, SignalPage, SignalPagesQuery } from './ports.ts';
import { signalPages } from './signal-source.ts';

export type PollPorts = ReturnType<typeof openPoll>;

const mostAsked = 3;

/** Observations of one poll name its slot, and its lists are watched page by page. */
export function openPoll(
  ports: PollSignalsPorts,
  { slot, buyerIds, dryRun = false }: Pick<PollRequest, 'slot' | 'buyerIds'> & { readonly dryRun?: boolean },
) {
  const { observe, api, ledger, clock } = ports;
  let shown: ShownList | null = null;
  let asked: Promise<unknown> | null = null;
  let view: MeaningView | null = null;
  const settings = settingsOf(ports.config);
  const zones = new Set(settings.routes.map(zoneOf));
  // No route needs a deadline, so any zone will do.
  if (zones.size === 0) zones.add('UTC');
  return {
    ...ports,
    settings,
    observe: (observation: Observation): void =>
      observe(slot === undefined ? observation : ({ ...observation, slot } as Observation)),
    // The bridges are stored before any signal is recorded: after a crash the signals would be known, so no later poll
    // would store their bridges.
    async *signalPages(query: SignalPagesQuery, deadline: number): AsyncGenerator<SignalPage> {
      for await (const page of signalPages(api, query, settings, deadline)) {
        if (!dryRun) await ledger.polls.learnBridges(bridgesIn(page, settings));
        const shownAt = clock.now();
        const itemAt = page.items.length > 0 ? shownAt : (shown?.itemAt ?? 0);
        if (query.order === 'Date' && !page.notFound) shown = { shownAt, shownBuyer: query.buyerId, itemAt };
        yield page;
      }
    },
    /** A signal that is open in the zone of one route may be hot. */
    async readOver() {
      view ??= await readMeanings(settings.meanings, ledger.polls.readPlan);
      const known = view;
      const now = clock.now();
      return ({ content }: ListedSignal): boolean =>
        !('raw' in content) &&
        zones.values().every((timezone) => hasClosed(content, { ...known, timezone }, now));
    },
    /** Null if nothing was shown so far. */
    shown: () => shown,
    /** The token is rejected if other lists are, too: they are asked for once for all of a message, if none was shown. */
    async askOthers(buyerId: string, deadline: number): Promise<void> {
      // The token was accepted a moment ago.
      if (shown !== null) return;
      const { shownBuyer } = await ledger.upstream.read('lists');
      const { buyers, bridges } = settings.watch;
      const known = new Set([shownBuyer ?? [], buyerIds, buyers].flat());
      // Its own list says so only where no other is watched. The next tick knows all, and asks for some.
      if (known.size > 1 || bridges.length > 0) known.delete(buyerId);
      asked ??= askControl(ports, { buyerIds: [...known].slice(0, mostAsked), doubted: 'token' }, deadline);
      await asked;
    },
  };
}

export type PollSettings = ReturnType<typeof settingsOf>;

function settingsOf(config: FunctionPorts['config']) {
  const { routes, routing, hot, columns, people, watch, summaries } = config;
  const { firstRun } = watch;
  return {
    routes,
    routing,
    hot,
    watch,
    meanings: columns,
    people: idsOf(people, 'slack'),
    /** The signals that a first scan sends: none, all, or those that upstream dates within a period. */
    firstRun: typeof firstRun === 'object' ? { sendLast: listingPeriodOf(firstRun.sendLast) } : firstRun,
    /** `watch.firstRun` as JSON is remembered with what it decides. */
    firstRunNow: JSON.stringify(firstRun),
    summaryWaitMs: parseDuration(summaries.waitAtMost),
    everyMs: parseDuration(watch.every),
    allEveryMs: parseDuration(watch.allEvery),
  };
}

function bridgesIn({ items }: SignalPage, settings: PollSettings): Map<string, string | null> {
  const bridges = items.flatMap(({ content }) =>
    'raw' in content ? [] : [[announcerOf(content.bridgeId), content.bridgeName] as const],
  );
  return new Map(bridges.filter(([id]) => !isLeftOut(settings.watch, id)));
}

/** Rows can only be requested by a UUID. All other ids count as one bridge whose rows can't be read. */
export function announcerOf(bridgeId: string): string {
  const id = bridgeId.toLowerCase();
  return isUuid(id) ? id : 'no-uuid';
}
