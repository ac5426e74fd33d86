import { buyerNameOf } from '../../shared/domain/cells/buyer-name.ts';
import { hasClosed } from '../../shared/domain/cells/deadline.ts';
import { type MeaningView, readMeanings } from '../../shared/domain/cells/meanings.ts';
import { isLeftOut } from '../../shared/domain/polling/left-out.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { ShownList } from '../../shared/domain/upstream/service.ts';
import { askControl } from '../ask-control.ts';
import type { Observation } from '../observations/observation.ts';
import { type PollSettings, settingsOf } from './poll-settings.ts';
import type { ListedSignal, PollPorts, PollRequest, PollSignalsPorts, SignalPage } from './ports.ts';
import { signalPages } from './signal-source.ts';
import { announcerOf } from './tell-plan.ts';

const mostAsked = 3;

/** The ports of one poll. Each kind that it observes has the field `slot`. */
export function openPoll(
  ports: PollSignalsPorts,
  { slot, buyerIds, dryRun = false }: Pick<PollRequest, 'slot' | 'buyerIds'> & { readonly dryRun?: boolean },
): PollPorts {
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
    observe: slot === undefined ? observe : (observation) => observe({ ...observation, slot } as Observation),
    // The bridges are stored before any signal is recorded: after a crash the signals would be known, so no later poll
    // would store their bridges.
    async *signalPages(query, deadline) {
      for await (const found of signalPages(api, query, deadline)) {
        const page = { ...found, items: found.items.map((item) => nameBuyer(item, settings)) };
        if (!dryRun) await ledger.polls.learnBridges(bridgesIn(page, settings));
        const shownAt = clock.now();
        const itemAt = page.items.length > 0 ? shownAt : (shown?.itemAt ?? 0);
        if (query.order === 'Date' && !page.notFound) shown = { shownAt, shownBuyer: query.buyerId, itemAt };
        yield page;
      }
    },
    async readOver() {
      view ??= await readMeanings(settings.meanings, ledger.polls.readPlan);
      const known = view;
      const now = clock.now();
      return ({ content }) =>
        !('raw' in content) &&
        zones.values().every((timezone) => hasClosed(content, { ...known, timezone }, now));
    },
    shown: () => shown,
    async askOthers({ buyerId, deniedAt }, deadline) {
      const lists = await ledger.upstream.read('lists');
      const others = [lists.shownBuyer ?? [], buyerIds].flat().filter((other) => other !== buyerId);
      // Its own second rejection says so only where no other list is known.
      const isAlone = lists.shownBuyer === null || (deniedAt !== null && lists.shownAt < deniedAt);
      const candidates =
        others.length === 0 && isAlone ? [buyerId] : [...new Set(others)].slice(0, mostAsked);
      asked ??= askControl(ports, { buyerIds: candidates }, deadline);
      await asked;
    },
  };
}

function nameBuyer(item: ListedSignal, view: PollSettings): ListedSignal {
  const { content } = item;
  if ('raw' in content) return item;
  const buyerName = buyerNameOf(content, view);
  return buyerName === content.buyerName ? item : { ...item, content: { ...content, buyerName } };
}

/** Their names, by id. */
function bridgesIn({ items }: SignalPage, settings: PollSettings): Map<string, string | null> {
  const bridges = items.flatMap(({ content }) =>
    'raw' in content ? [] : [[announcerOf(content.bridgeId), content.bridgeName] as const],
  );
  return new Map(bridges.filter(([id]) => !isLeftOut(settings.watch, id)));
}
