import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** Status 200 and the right content type, but not JSON. */
export function garbageAnswer(): Response {
  return new Response('{"pageNumber":1,"pageSize":10,"result":[{"bridge":{"bridgeId":<html>', {
    headers: { 'content-type': 'application/json' },
  });
}

/** Announces the length of the whole body, sends the first half and destroys the socket. */
export async function cutAnswer(answer: Response, { outgoing }: HttpBindings): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  const half = body.subarray(0, Math.ceil(body.length / 2));
  const headers = { ...Object.fromEntries(answer.headers), 'content-length': String(body.length) };
  outgoing.writeHead(answer.status, headers);
  await new Promise<void>((resolve) => outgoing.write(half, () => resolve()));
  outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}
