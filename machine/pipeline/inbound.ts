import { Hono } from 'hono';
import { type Answer, mostBytes, unavailable } from '../../functions/receive-events/handler.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { listenOrExplain } from '../../view/page/listen-or-explain.ts';
import type { Pipeline } from './pipeline.ts';

const flag = '--inbound-port';

/** Takes calls on loopback as a function URL does, for a tunnel. Throws `ConfigurationError` where it can't. */
export async function startInbound({ config, invoke }: Pick<Pipeline, 'config' | 'invoke'>, port: number) {
  if (config.inbound === undefined)
    throw new ConfigurationError([`${flag}: the config has no inbound; write it, or leave ${flag} out`]);
  const app = new Hono();
  app.all('*', async ({ req }) => {
    const body = (await readBody(req.raw)).toString('base64');
    const [http, headers] = [{ method: req.method }, req.header()];
    const event = { rawPath: req.path, requestContext: { http }, headers, body, isBase64Encoded: true };
    return respond(((await invoke('receive-events', event)) as Answer | undefined) ?? unavailable);
  });
  // The call broke off in its body.
  app.onError(() => respond(unavailable));
  const { url, close } = await listenOrExplain(app, port, flag);
  return {
    /** `http://127.0.0.1:4700/events` */
    urls: Object.keys(config.inbound).map((path) => `${url}/${path}`),
    close,
  };
}

function respond({ statusCode: status, headers, body }: Answer): Response {
  return new Response(body, { status, headers });
}

/** Reads only so much that a body is seen to be too large. */
async function readBody({ body }: Request): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > mostBytes) break;
  }
  return Buffer.concat(chunks);
}
