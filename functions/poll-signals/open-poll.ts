import { parseDuration } from '../../shared/domain/duration.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { isLeftOut, sentBridgesOf } from '../../shared/domain/polling/left-out.ts';
import { periodOf } from '../../shared/domain/polling/window.ts';
import type { PollPorts, PollSettings, PollSignalsPorts, SignalPage } from './ports.ts';
import { signalPages } from './signal-source.ts';
import { announcerOf } from './tell-plan.ts';

/** The ports of one poll. Each kind that it observes has the field `slot`. */
export function openPoll(
  ports: PollSignalsPorts,
  { slot, dryRun = false }: { readonly slot?: string | undefined; readonly dryRun?: boolean },
): PollPorts {
  const { observe, api, ledger } = ports;
  const settings = settingsOf(ports.config);
  return {
    ...ports,
    settings,
    observe: slot === undefined ? observe : (observation) => observe({ ...observation, slot } as Observation),
    // The bridges are stored before any signal is recorded: after a crash the signals would be known, so no later poll
    // would store their bridges.
    async *signalPages(query, deadline) {
      for await (const page of signalPages(api, query, deadline)) {
        if (!dryRun) await ledger.learnBridges(bridgesIn(page, settings));
        yield page;
      }
    },
  };
}

function bridgesIn({ items }: SignalPage, settings: PollSettings): Set<string> {
  const ids = items.flatMap(({ content }) => ('raw' in content ? [] : [announcerOf(content.bridgeId)]));
  return new Set(ids.filter((id) => !isLeftOut(settings, id)));
}

function settingsOf({ routes, routing, hot, watch, summaries }: PollSignalsPorts['config']): PollSettings {
  const { firstRun } = watch;
  return {
    routes,
    routing,
    hot,
    firstRun: typeof firstRun === 'object' ? { sendLast: periodOf(firstRun.sendLast) } : firstRun,
    summaryWaitMs: parseDuration(summaries.waitAtMost),
    everyMs: parseDuration(watch.every),
    allEveryMs: parseDuration(watch.allEvery),
    ...sentBridgesOf(watch),
  };
}
