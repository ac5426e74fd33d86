import { parseDuration } from '../../shared/domain/duration.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { sentBridgesOf } from '../../shared/domain/polling/left-out.ts';
import { periodOf } from '../../shared/domain/polling/window.ts';
import type { PollPorts, PollSettings, PollSignalsPorts } from './ports.ts';
import { signalPages } from './signal-source.ts';

/** The ports of one poll. Each kind that it observes has the field `slot`. */
export function openPoll(ports: PollSignalsPorts, slot: string | undefined): PollPorts {
  const { observe } = ports;
  return {
    ...ports,
    observe: slot === undefined ? observe : (observation) => observe({ ...observation, slot } as Observation),
    signalPages: (query, deadline) => signalPages(ports.api, query, deadline),
    settings: settingsOf(ports.config),
  };
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
