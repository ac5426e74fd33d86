import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { onlyLoopbackHosts } from '../../sandbox/http/loopback.ts';
import { readAssets } from './assets.ts';
import { streamChanges } from './event-stream.ts';
import type { LiveView } from './live-view.ts';

/** The page, its events and its state as an HTTP app. */
export async function createPageApp(view: LiveView): Promise<Hono> {
  const assets = await readAssets();
  const run = randomUUID();
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
  app.get('/events', (context) => streamChanges(context, view, run));
  app.get('/state.json', (context) => context.json(view.changesSince(0)));
  app.get('/*', (context) => {
    const asset = assets.get(context.req.path);
    if (!asset) return context.text('Not found.', 404);
    return context.body(asset.content, 200, { 'Content-Type': asset.contentType });
  });
  return app;
}
