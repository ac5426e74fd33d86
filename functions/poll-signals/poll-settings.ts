import { parseDuration } from '../../shared/domain/duration.ts';
import { periodOf } from '../../shared/domain/polling/window.ts';
import type { FunctionPorts } from '../function-ports.ts';

export type PollSettings = ReturnType<typeof settingsOf>;

/** What the config says of polling. */
export function settingsOf({ routes, routing, hot, columns, watch, summaries }: FunctionPorts['config']) {
  const { firstRun } = watch;
  return {
    routes,
    routing,
    hot,
    watch,
    meanings: columns,
    /** The signals that a first scan sends: none, all, or those that upstream dates within a period. */
    firstRun: typeof firstRun === 'object' ? { sendLast: periodOf(firstRun.sendLast) } : firstRun,
    /** `watch.firstRun` as JSON: it is remembered with what it decides. */
    firstRunNow: JSON.stringify(firstRun),
    summaryWaitMs: parseDuration(summaries.waitAtMost),
    everyMs: parseDuration(watch.every),
    allEveryMs: parseDuration(watch.allEvery),
  };
}
