import { readdir, readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { onlyLoopbackHosts } from '../../sandbox/http/loopback.ts';
import type { LiveView } from './live-view.ts';

/** The page, its events and its state as an HTTP app. */
export async function createPageApp(view: LiveView): Promise<Hono> {
  const assets = await readAssets();
  const app = new Hono();
  app.use(
    onlyLoopbackHosts((context) =>
      context.text('This page answers only to 127.0.0.1, localhost and [::1].', 403),
    ),
  );
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
  app.get('/events', (context) => streamSSE(context, (stream) => streamChanges(stream, view)));
  app.get('/state.json', (context) => context.json(view.openReader()()));
  app.get('/*', (context) => {
    const asset = assets.get(context.req.path);
    if (!asset) return context.text('Not found.', 404);
    return context.body(asset.content, 200, { 'Content-Type': asset.contentType });
  });
  return app;
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

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

interface Asset {
  readonly contentType: string;
  readonly content: string;
}

/** Draws Teams' cards. From its package and not from its makers' server: the page loads nothing from elsewhere. */
const cardRenderer = 'adaptivecards/dist/adaptivecards.min.js';

/** The page's files by their URL path; read once, so that no request can name another file. */
export async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const folder = new URL('assets/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => extname(name) in contentTypes);
  const files = [...names.map((name) => new URL(name, folder)), new URL(import.meta.resolve(cardRenderer))];
  return new Map(await Promise.all(files.map(readAsset)));
}

async function readAsset(file: URL): Promise<[path: string, asset: Asset]> {
  const name = basename(file.pathname);
  const contentType = contentTypes[extname(name)] ?? 'application/octet-stream';
  return [name === 'index.html' ? '/' : `/${name}`, { contentType, content: await readFile(file, 'utf8') }];
}
