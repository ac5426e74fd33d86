import { createServer } from 'node:http';
import { listenOnLoopback } from '../loopback.ts';

export interface ProxiedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly body: string;
}

export interface ProxyAnswer {
  readonly status: number;
  readonly body?: unknown;
}

export interface UpstreamProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly requests: readonly ProxiedRequest[];
  /** Called before a request goes on, and waited for; what it answers with is sent instead. */
  before: ((request: ProxiedRequest, index: number) => Promise<ProxyAnswer | undefined>) | undefined;
  close(): Promise<void>;
}

/** Stands between Signalpost and a service, to see what is asked and to do something just then. */
export async function startUpstreamProxy(target: string): Promise<UpstreamProxy> {
  const requests: ProxiedRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const request = { method: incoming.method ?? '', path: incoming.url ?? '', body };
    const index = requests.push(request) - 1;
    const own = await proxy.before?.(request, index);
    const answer = own ?? (await forward(target, request, incoming.headers));
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' });
    outgoing.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
  });
  const { url, close } = await listenOnLoopback(server);
  const proxy: UpstreamProxy = {
    url,
    requests,
    before: undefined,
    close,
  };
  return proxy;
}

async function forward(
  target: string,
  { method, path, body }: ProxiedRequest,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<ProxyAnswer> {
  const kept = ['authorization', 'content-type'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const answer = await fetch(target + path, { method, headers: kept, ...(body === '' ? {} : { body }) });
  return { status: answer.status, body: await answer.text() };
}
