import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { timingSafeEqual } from 'hono/utils/buffer';
import { onlyLoopbackHosts } from '../../sandbox/http/loopback.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { ArgumentError } from '../../shared/domain/errors.ts';
import { createActions, Refusal } from './actions.ts';
import { readAssets } from './assets.ts';
import type { PageInfo } from './contract.ts';
import type { LiveView } from './live-view.ts';
import { listBuyers, readBuyer } from './pages/buyers.ts';
import { listDigestPage, readDigest, readPath } from './pages/digests.ts';
import { readNow } from './pages/now.ts';
import type { PageWorld } from './pages/page-world.ts';
import { readPreview } from './pages/preview.ts';
import { searchAll } from './pages/search.ts';
import { describeSettings } from './pages/settings.ts';
import { readUpstream } from './pages/upstream.ts';

export interface PageAppOptions {
  readonly world: PageWorld;
  readonly view: LiveView;
  /** Whether a pipeline runs in this process, and is observed. */
  readonly live: boolean;
  /** Wanted of all that asks for data, or changes something. */
  readonly token: string;
}

/** The page, its data, its events and its actions as an HTTP app. */
export async function createPageApp({ world, view, live, token }: PageAppOptions): Promise<Hono> {
  const assets = await readAssets();
  const app = new Hono();
  guard(app, token);
  const info: PageInfo = {
    place: world.place,
    acts: world.stage === null,
    live,
    routes: world.config.routes.map(({ id }) => id),
  };
  app.get('/api/page', (context) => context.json(info));
  for (const [path, read] of Object.entries(pages))
    app.get(`/api/${path}`, async (context) => {
      const found = await read(world, context.req);
      if (found !== null) return context.json(found);
      return context.json({ problem: 'Nothing is remembered of it.' }, 404);
    });
  if (info.acts) app.route('/api/actions', createActions(world));
  app.onError((error, context) => {
    const status = error instanceof ArgumentError ? 400 : error instanceof Refusal ? 409 : 500;
    return context.json({ problem: status === 500 ? describeError(error) : error.message }, status);
  });
  app.get('/events', (context) => streamSSE(context, (stream) => streamChanges(stream, view)));
  app.get('/*', (context) => {
    const asset = assets.get(context.req.path);
    if (!asset) return context.text('Not found.', 404);
    return context.body(asset.content, 200, { 'Content-Type': asset.contentType });
  });
  return app;
}

type Read = (world: PageWorld, request: Context['req']) => object | null | Promise<object | null>;

/** A page answers with one object of the contract; the browser asks again when something happened. */
const pages: Readonly<Record<string, Read>> = {
  now: readNow,
  digests: (world, request) => listDigestPage(world, request.query()),
  'digests/:path{.+}': (world, request) => readDigest(world, readPath('digest', request.param('path') ?? '')),
  buyers: (world, request) => listBuyers(world, request.query('text') ?? ''),
  'buyers/:id': (world, request) => readBuyer(world, request.param('id') ?? ''),
  'preview/:routeId': (world, request) => readPreview(world, request.param('routeId') ?? '', request.query()),
  search: (world, request) => searchAll(world, request.query('text') ?? ''),
  upstream: readUpstream,
  settings: describeSettings,
};

const noToken =
  'The token is missing, or of an earlier start. Open the address with ?token=… that was printed in the terminal where the page was started.';

function guard(app: Hono, token: string): void {
  const refusal = 'This page answers only to 127.0.0.1, localhost and [::1].';
  app.use(onlyLoopbackHosts((context) => context.text(refusal, 403)));
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
      },
      strictTransportSecurity: false,
    }),
  );
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
  });
  const wantToken: MiddlewareHandler = async ({ req, json }, next) => {
    // A stream of events can send no header.
    const given = req.header('x-signalpost-token') ?? req.query('token') ?? '';
    return (await timingSafeEqual(given, token)) ? next() : json({ problem: noToken }, 401);
  };
  app.use('/api/*', wantToken);
  app.use('/events', wantToken);
}

/** An event without changes shows the browser that the program still runs. */
const heartbeatMs = 15_000;
/** Changes within this time share one event: a first scan records hundreds of signals in a second. */
const gatherMs = 40;

async function streamChanges(stream: SSEStreamingApi, view: LiveView): Promise<void> {
  const read = view.openReader();
  while (!stream.aborted) {
    const change = view.nextChange();
    await stream.writeSSE({ data: JSON.stringify(read()) });
    const heard = new AbortController();
    const heartbeat = sleep(heartbeatMs, undefined, { ref: false, signal: heard.signal });
    await Promise.race([change, heartbeat]).finally(() => heard.abort());
    await sleep(gatherMs);
  }
}
