import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { LiveView } from './live-view.ts';

const heartbeatMs = 15_000;
/** Changes within this time share one event: a first scan records hundreds of signals in a second. */
const gatherMs = 40;

/**
 * Streams the view's changes as server-sent events. An event's id is `run.version`: a browser that reconnects with it
 * gets what it missed, or everything if the program was restarted.
 */
export function streamChanges(context: Context, view: LiveView, run: string): Response {
  const since = versionIn(context.req.header('last-event-id'), run, view);
  context.header('X-Accel-Buffering', 'no');
  return streamSSE(context, (stream) => pump(stream, view, run, since));
}

function versionIn(lastEventId: string | undefined, run: string, view: LiveView): number {
  const [ofRun, version] = lastEventId?.split('.') ?? [];
  if (ofRun !== run || version === undefined || !/^\d{1,15}$/.test(version)) return 0;
  return Math.min(Number(version), view.changesSince(Number.MAX_SAFE_INTEGER).version);
}

async function pump(stream: SSEStreamingApi, view: LiveView, run: string, since: number): Promise<void> {
  let endRound = () => {};
  stream.onAbort(() => endRound());
  let version = since;
  let first = true;
  while (!stream.aborted) {
    if (first || view.changesSince(version).version > version) {
      const changes = view.changesSince(version);
      await stream.writeSSE({ id: `${run}.${changes.version}`, data: JSON.stringify(changes) });
      version = changes.version;
      first = false;
    } else {
      await stream.write(': still here\n\n');
    }
    // A new promise for each round: one for the whole stream would keep every round's callbacks in memory.
    const round = Promise.withResolvers<void>();
    endRound = round.resolve;
    const heartbeat = setTimeout(round.resolve, heartbeatMs).unref();
    void view.changedAfter(version).then(round.resolve);
    if (!stream.aborted) await round.promise;
    clearTimeout(heartbeat);
    await sleep(gatherMs);
  }
}
