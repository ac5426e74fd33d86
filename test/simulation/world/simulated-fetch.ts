import { listCallMs, summaryCallMs } from '../../../shared/domain/upstream/call-times.ts';
import { noteRequest } from '../oracle/note.ts';
import { ruleAt } from '../parts/answer-rules.ts';
import type { Instance } from '../parts/instance.ts';
import type { World } from '../parts/world.ts';
import { answerByRule, callOf, cutError } from '../upstream/answer-by-rule.ts';
import { pageMs } from '../upstream/odd-bridges.ts';
import { callPort } from './call-port.ts';

type MinimalResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'body'>;

/** `fetch` as the client knows it, over a network that does what the weather has in store. */
export function createSimulatedFetch(world: World, instance: Instance): typeof globalThis.fetch {
  const { plan, dice } = world;
  let rowsUnderWay = 0;
  const fetch = (address: string, init: { method: string; body?: string }): Promise<MinimalResponse> => {
    const url = new URL(address);
    noteRequest(world, instance, url);
    const { weather } = plan;
    const calm = world.recovering;
    const sort = init.body?.includes('rowUpdatedAt') ?? false;
    const call = callOf(url, sort);
    const ruleNow = () => ruleAt(plan, call, world.scheduler.now());
    const slow = !calm && dice.chance(weather.slow);
    const drawnMs = slow ? dice.between(1_000, 70_000) : dice.between(40, 400);
    const isSilent = ruleNow()?.answer === 'timeout';
    const isList = url.pathname.endsWith('/buyer-signals');
    const isRows = url.pathname.endsWith('/row');
    const latencyMs = isSilent ? 70_000 : Math.max(drawnMs, pageMs(plan.bridgeOddities, url, rowsUnderWay));
    const timeoutMs = url.pathname.endsWith('/summary') ? summaryCallMs : listCallMs;
    if (isRows) rowsUnderWay += 1;
    const answer = callPort(world, instance, {
      port: 'fetch',
      about: isList ? 'fetch list' : isRows ? 'fetch rows' : '',
      label: `${init.method} ${url.pathname}${url.search}`,
      failure: null,
      latencyMs: Math.min(latencyMs, timeoutMs),
      effect: async () => {
        // The client's own timer is a real one, and far too slow to be met here.
        if (latencyMs >= timeoutMs) throw new DOMException('timed out', 'TimeoutError');
        if (!calm && dice.chance(weather.throttled))
          return respond(429, '', dice.chance(0.3) ? { 'retry-after': '2' } : {});
        if (!calm && dice.chance(weather.failing)) return respond(dice.pick([500, 502, 503]), 'oops');
        if (!calm && dice.chance(weather.cut)) throw cutError();
        if (!calm && dice.chance(weather.garbage))
          return respond(200, dice.pick(['<html>', '{}', '[1e400]']));
        const date = new Date(world.scheduler.now()).toUTCString();
        const { status, body, retryAfter, buyerId, served } =
          answerByRule(ruleNow(), call) ??
          world.upstream.answer({ method: init.method, url, sort }, instance);
        if (served && buyerId !== undefined) {
          const pages = instance.served.get(buyerId) ?? [];
          pages.push(served);
          instance.served.set(buyerId, pages);
        }
        if ((served || isRows || url.searchParams.has('status')) && dice.chance(plan.moves))
          world.upstream.hasten();
        return respond(status, body, {
          ...misleading,
          date,
          ...(retryAfter ? { 'retry-after': retryAfter } : {}),
        });
      },
    });
    if (!isRows) return answer;
    return answer.finally(() => {
      rowsUnderWay -= 1;
    });
  };
  return fetch as unknown as typeof globalThis.fetch;
}

/** What a gateway in front of the service may say of a limit that is not the service's. */
const misleading = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' };

const encoder = new TextEncoder();

function respond(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): MinimalResponse {
  const body = (async function* () {
    yield encoder.encode(text);
  })();
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => headers[name] ?? null } as unknown as Headers,
    body: body as unknown as ReadableStream<Uint8Array<ArrayBuffer>>,
  };
}
