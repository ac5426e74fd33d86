import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpPost, type PostRequest } from '../../../message/send/http-post.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';
import { makeSelfSigned } from '../../support/destinations/self-signed.ts';
import { closedAfterEach } from '../../support/opened-for-all.ts';

const closed = closedAfterEach();

const listen = async () => closed(await startReceiver());

/** A server of bare bytes, for answers that no HTTP server would give. */
async function listenRaw(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    onConnection(socket);
  });
  return listenWith(server);
}

async function listenWith(server: Server): Promise<number> {
  await new Promise<void>((resolve) => closed(server).listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const request = (url: string, over: Partial<PostRequest> = {}): PostRequest => ({
  url: new URL(url),
  headers: {},
  body: '{"a":"é漢"}',
  timeoutMs: 5_000,
  permitLocal: true,
  ...over,
});

const resolvingTo = (...addresses: string[]) => {
  const asked: string[] = [];
  const resolve = async (host: string) => {
    asked.push(host);
    return addresses;
  };
  return { asked, resolve };
};

describe('posting to a checked address', () => {
  it('connects to the address that was checked, keeping the name as the host, and resolves once a post', async () => {
    const receiver = await listen();
    const { asked, resolve } = resolvingTo('127.0.0.1');

    const post = createHttpPost({ resolve });

    await post(request(`http://hooks.example:${receiver.port}/`));
    await post(request(`http://hooks.example:${receiver.port}/a?b=c`));

    expect(receiver.requests[1]).toMatchObject({ path: '/a?b=c', body: '{"a":"é漢"}' });
    expect(receiver.requests[1]?.headers).toMatchObject({
      host: `hooks.example:${receiver.port}`,
      connection: 'close',
      'content-length': '13',
    });
    expect(asked).toEqual(['hooks.example', 'hooks.example']);
  });

  it('reaches a host by its second address when nobody listens on the first', async () => {
    const receiver = await listen();
    const { resolve } = resolvingTo('::1', '127.0.0.1');

    const { status } = await createHttpPost({ resolve })(request(`http://localhost:${receiver.port}/`));

    expect(status).toBe(200);
  });

  it('refuses a host when one address of several is not global, before anything is sent', async () => {
    const receiver = await listen();
    const { resolve } = resolvingTo('127.0.0.1', '10.0.0.5');

    const posting = createHttpPost({ resolve })(
      request(`http://hooks.example:${receiver.port}/hunter2?hunter2`),
    );

    await expect(posting).rejects.toThrow(
      'hooks.example resolves to 10.0.0.5, which is no public address (private); name a host',
    );
    await expect(posting).rejects.toMatchObject({ code: 'DESTINATION_REFUSED' });
    await expect(posting).rejects.not.toThrow('hunter2');
    expect(receiver.requests).toEqual([]);
  });

  // A resolver that would say this machine: only a refusal keeps the request from leaving.
  it.each([
    'http://hooks.example/hunter2',
    'https://hooks.example:8443/hunter2',
    'https://user:hunter2@hooks.example/',
    'https://127.0.0.1#@hooks.example/',
    'https://lo\u00adcalhost/',
    'https://①②⑦。⓪.⓪.①/',
  ])('refuses %s as it is written, without resolving it', async (url) => {
    const { asked, resolve } = resolvingTo('127.0.0.1');

    const posting = createHttpPost({ resolve })(request(url, { permitLocal: false }));

    await expect(posting).rejects.toMatchObject({ code: 'DESTINATION_REFUSED' });
    await expect(posting).rejects.not.toThrow('hunter2');
    expect(asked).toEqual([]);
  });

  it('says that a name could not be resolved, and that nothing had left', async () => {
    const failing = async () => Promise.reject(new Error('getaddrinfo ENOTFOUND'));

    for (const resolve of [failing, async () => []]) {
      await expect(
        createHttpPost({ resolve })(request('https://hooks.example/hunter2')),
      ).rejects.toMatchObject({
        code: 'CONNECTION_FAILED',
        bytesLeft: false,
        message: 'the host name hooks.example could not be resolved',
      });
    }
  });

  it('gives up on a resolver that does not answer within the time to connect', async () => {
    const post = createHttpPost({ resolve: () => new Promise(() => {}), connectTimeoutMs: 50 });

    await expect(post(request('https://hooks.example/'))).rejects.toMatchObject({
      code: 'TIMEOUT',
      bytesLeft: false,
    });
  });

  it('gives up on a handshake that does not end within the time to connect, and nothing had left', async () => {
    const port = await listenRaw(() => {});

    const posting = createHttpPost({ connectTimeoutMs: 100 })(request(`https://localhost:${port}/`));

    await expect(posting).rejects.toMatchObject({ code: 'TIMEOUT', bytesLeft: false });
  });

  it.each([
    ['is not HTTP', 'hunter2 hunter2\r\n\r\n'],
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: hunter2\r\n\r\n',
    ],
    ['has a header that is too long', `HTTP/1.1 200 OK\r\nx-hunter2: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('calls an answer that %s a cut, and keeps nothing of it', async (_, answer) => {
    const port = await listenRaw((socket) => socket.once('data', () => socket.write(answer)));

    const error: unknown = await createHttpPost()(request(`http://127.0.0.1:${port}/`)).catch(
      (caught) => caught,
    );

    expect(error).toMatchObject({ code: 'CONNECTION_FAILED', bytesLeft: true });
    expect(inspect(error, { depth: 9 })).not.toMatch(/hunter2|68 75 6e 74/);
  });

  it('reads 64 KB of an answer, and hangs up on the rest', async () => {
    let sent = 0;
    const port = await listenRaw((socket) => {
      const pump = () => {
        while (sent < 200_000_000 && socket.write('x'.repeat(10_000))) sent += 10_000;
      };
      socket.on('drain', pump);
      socket.once('data', () => {
        socket.write('HTTP/1.1 400 Bad Request\r\n\r\n');
        pump();
      });
    });

    const { status, body } = await createHttpPost()(request(`http://127.0.0.1:${port}/`));

    expect(status).toBe(400);
    expect(body).toBe('x'.repeat(64 * 1024));
    expect(sent).toBeLessThan(100_000_000);
  });

  it('gives the status when the rest of the answer does not come in time', async () => {
    const port = await listenRaw((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'));
    });

    const answer = await createHttpPost()(request(`http://127.0.0.1:${port}/`, { timeoutMs: 400 }));

    expect(answer).toMatchObject({ status: 200, body: 'half' });
  });
});

describe('posting over TLS', () => {
  const trustedBefore = getCACertificates('default');
  const certificate = makeSelfSigned(['hooks.example']);
  beforeAll(() => setDefaultCACertificates([...trustedBefore, certificate.cert]));
  afterAll(() => setDefaultCACertificates(trustedBefore));

  /** Posts to a receiver that answers 200 with what it was called, or cuts the connection. */
  async function post(host: string, cut = false) {
    const server = createHttpsServer(certificate, ({ headers }, response) => {
      if (cut) response.destroy();
      else response.end(headers.host);
    });
    const port = await listenWith(server);
    return createHttpPost({ resolve: async () => ['127.0.0.1'] })(request(`https://${host}:${port}/`));
  }

  it('holds the certificate to the name in the address, at the pinned address', async () => {
    expect(await post('hooks.example')).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^hooks\.example:\d+$/),
    });
  });

  it('sends nothing to a server whose certificate is for another name', async () => {
    await expect(post('other.example')).rejects.toMatchObject({
      code: 'CONNECTION_FAILED',
      bytesLeft: false,
      message: 'no connection could be made (ERR_TLS_CERT_ALTNAME_INVALID)',
    });
  });

  it('is ambiguous when the connection is cut after the handshake', async () => {
    await expect(post('hooks.example', true)).rejects.toMatchObject({
      code: 'CONNECTION_FAILED',
      bytesLeft: true,
    });
  });
});
