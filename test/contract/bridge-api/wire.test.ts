import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createBridgeApi, type Fetch } from '../../../shared/bridge-api/index.ts';
import { sendRequest } from '../../../shared/bridge-api/send-request.ts';
import { TransportError } from '../../../shared/domain/errors.ts';
import { createHttpFetch } from '../../../shared/runtime/http-fetch.ts';
import { listenOnLoopback } from '../../support/loopback.ts';
import { closedAfterEach } from '../../support/opened-for-all.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';

const buyerId = '7d0c4c52-3f0e-4b0e-9d0a-6f2f8f4a1b10';
const token = 'token-that-nobody-may-see';
const closed = closedAfterEach();

const open = async (server: Server) => closed(await listenOnLoopback(server));
const serve = async (listener: RequestListener) => (await open(createServer(listener))).url;

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  const failure = await promise.then(
    () => new Error('it resolved, although it should have been rejected'),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  expect((failure as Error).message).not.toContain(token);
  expect((failure as Error).message).not.toContain(buyerId);
  expect((failure as Error).message).not.toContain('127.0.0.1');
  return failure as Error;
}

const fetches: readonly (readonly [string, Fetch])[] = [
  ['over node:http', createHttpFetch()],
  ["with the runtime's fetch", globalThis.fetch],
];

describe.each(fetches)('on the wire, the client %s', (_, fetch) => {
  /** One attempt, with a timeout of its own: the client's are 15 s and more. */
  function sendTo(url: string, options: { readonly timeoutMs?: number; readonly body?: string } = {}) {
    const { timeoutMs = 10_000, body } = options;
    return sendRequest(
      {
        operation: 'listBuyerSignals',
        method: body === undefined ? 'GET' : 'PUT',
        ...(body === undefined ? {} : { body }),
        url: `${url}/?buyerId=${buyerId}`,
        timeoutMs,
      },
      token,
      { fetch, clock: createFakeClock() },
    );
  }

  function createApi(baseUrl: string) {
    const clock = createFakeClock();
    return createBridgeApi({ baseUrl, token: async () => token, fetch, clock, random: () => 0 });
  }

  it('reports a failed connection if nobody listens', async () => {
    const { url, close } = await open(createServer());
    await close();

    const error = await failureOf(sendTo(url));

    expect(error).toMatchObject({ name: 'TransportError', code: 'CONNECTION_FAILED' });
    expect(error.message).toBe('listBuyerSignals: no complete answer came (ECONNREFUSED)');
  });

  const half = gzipSync('{"pageNumber":1}'.repeat(1000)).subarray(0, 40);
  it.each<[string, RequestListener]>([
    ['the server never answers', () => {}],
    ['the body never ends', (_, response) => response.writeHead(200).write('{"pageNumber":')],
    [
      'a compressed body never ends',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).write(half),
    ],
  ])('reports a timeout if %s: it covers the whole answer', async (_, listener) => {
    const url = await serve(listener);

    expect(await failureOf(sendTo(url, { timeoutMs: 100 }))).toMatchObject({ code: 'TIMEOUT' });
  });

  it.each<[string, RequestListener]>([
    ['before the answer', (request) => request.socket.destroy()],
    [
      'within the body',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"pageNumber":1');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    [
      'within a compressed body',
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(half);
        setTimeout(() => response.destroy(), 20);
      },
    ],
  ])('reports a cut if the socket closes %s', async (_, listener) => {
    const url = await serve(listener);

    expect(await failureOf(sendTo(url))).toMatchObject({ code: 'CONNECTION_FAILED' });
  });

  it('follows no redirect, not even to the same host', async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });

    const error = await failureOf(sendTo(url));

    expect(error).toBeInstanceOf(TransportError);
    expect(error.message).toMatch(/redirect, which is not followed|\(REDIRECT_NOT_FOLLOWED\)/);
    expect(seen).toEqual([`/?buyerId=${buyerId}`]);
  });

  it.each([
    ['in UTF-8', gzipSync('{"größe":1}'), '{"größe":1}'],
    ['with a newline behind it', Buffer.concat([gzipSync('{"size":1}'), Buffer.from('\n')]), '{"size":1}'],
    ['of no bytes', Buffer.alloc(0), ''],
  ])('reads a compressed body %s', async (_, body, text) => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
    );

    expect(await sendTo(url)).toMatchObject({ status: 200, text });
  });

  it('keeps a connection for the next call', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('{}');
    });

    await sendTo(url);
    // A connection is free only after its answer was handed over.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await sendTo(url);

    expect(ports.size).toBe(1);
  });

  it('sends a body with its length', async () => {
    const url = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        response.end(JSON.stringify({ text, length: request.headers['content-length'] }));
      });
    });
    const { text } = await sendTo(url, { body: '{"größe":1}' });

    expect(JSON.parse(text)).toEqual({ text: '{"größe":1}', length: '13' });
  });

  it('reports a cut if the server changes the protocol', async () => {
    const other = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n';
    const { url } = await open(createServer().on('connection', (socket) => socket.end(other)));

    expect(await failureOf(sendTo(url))).toMatchObject({ name: 'TransportError' });
  });

  it('drops a small body that unpacks into a huge one, and does not ask again', async () => {
    const bomb = gzipSync(Buffer.alloc(40_000_000, ' '));
    let requests = 0;
    const url = await serve((_, response) => {
      requests += 1;
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });

    const error = await failureOf(createApi(url).getBuyerSummary(buyerId));

    expect(bomb.byteLength).toBeLessThan(100_000);
    expect(error).toMatchObject({ name: 'TransportError', code: 'BODY_TOO_LARGE' });
    expect(requests).toBe(1);
  });

  it('keeps the status when an error body is huge', async () => {
    const url = await serve((_, response) => {
      response.writeHead(503, { 'retry-after': '3', 'content-length': '1000000' }).write(' '.repeat(100_000));
    });

    expect(await sendTo(url)).toMatchObject({ status: 503, retryAfterMs: 3_000, text: '' });
  });
});
