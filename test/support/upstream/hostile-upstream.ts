import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback } from '../loopback.ts';

/** What befalls the calls before the service: see `startHostileUpstream`. */
export interface Hostility {
  /** The status that answers a call in place of the service, by its path with its query; null lets it through. */
  readonly statusOf?: (path: string) => number | null;
  /** What becomes of the body of an answer. */
  readonly change?: (body: string) => string;
}

/** Stands before a service: some calls are answered with a status, and the answers of others are changed. */
export async function startHostileUpstream(target: string) {
  let hostility: Hostility = {};
  const server = createServer(async (request, response) => {
    const { statusOf, change = (body) => body } = hostility;
    const { method = 'GET', url = '', headers } = request;
    const denied = statusOf?.(url) ?? null;
    const body = method === 'GET' ? {} : { body: Buffer.concat(await request.toArray()) };
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const call = { method, headers: { authorization, 'content-type': type }, ...body };
    const answer = denied === null ? await fetch(target + url, call) : null;
    // Behind the lists that are shown beside it.
    if (denied !== null) await sleep(30);
    response.writeHead(answer?.status ?? denied ?? 500, { 'content-type': 'application/json' });
    response.end(answer === null ? '{}' : change(await answer.text()));
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url,
    close,
    /** From now on, in place of what was. */
    disturb(next: Hostility): void {
      hostility = next;
    },
  };
}
