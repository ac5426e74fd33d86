import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type Answer, mostBytes, refused, unavailable } from '../functions/receive-events/handler.ts';
import { loopback } from '../sandbox/http/loopback-server.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { listenOrExplain } from './listen-or-explain.ts';
import type { Pipeline } from './pipeline/pipeline.ts';

const flag = '--inbound-port';

/** Takes calls on loopback as a function URL does, for a tunnel. Throws `ConfigurationError` where it can't. */
export async function startInbound({ config, invoke }: Pick<Pipeline, 'config' | 'invoke'>, port: number) {
  if (config.inbound === undefined)
    throw new ConfigurationError([`${flag}: the config has no inbound; write it, or leave ${flag} out`]);
  const app = new Hono();
  app.use(bodyLimit({ maxSize: mostBytes, onError: () => respond(refused) }));
  app.all('*', async ({ req }) => {
    const body = Buffer.from(await req.arrayBuffer()).toString('base64');
    const [http, headers] = [{ method: req.method }, req.header()];
    const event = { rawPath: req.path, requestContext: { http }, headers, body, isBase64Encoded: true };
    return respond(((await invoke('receive-events', event)) as Answer | undefined) ?? unavailable);
  });
  const server = await listenOrExplain(app, port, flag);
  const url = `http://${loopback}:${server.port}`;
  return {
    /** `http://127.0.0.1:4700/events` */
    urls: Object.keys(config.inbound).map((path) => `${url}/${path}`),
    close: server.close,
  };
}

function respond({ statusCode: status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}
