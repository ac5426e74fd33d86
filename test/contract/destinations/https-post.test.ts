import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttpPost, type PostRequest } from '../../../shared/destinations/http-post.ts';
import { makeSelfSigned } from '../../support/destinations/self-signed.ts';

const trustedBefore = getCACertificates('default');
const certificate = makeSelfSigned(['hooks.example']);
const servers: Server[] = [];

beforeAll(() => setDefaultCACertificates([...trustedBefore, certificate.cert]));
afterAll(() => setDefaultCACertificates(trustedBefore));
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A receiver over TLS: answers 200 with what it was called, or cuts the connection. */
async function listen(cut = false): Promise<number> {
  const server = createServer(certificate, (request, response) => {
    if (cut) response.destroy();
    else response.end(`${request.headers.host}`);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const request = (url: string): PostRequest => ({
  url: new URL(url),
  headers: {},
  body: '{}',
  timeoutMs: 5_000,
  permitLocal: true,
});

const post = createHttpPost({ resolve: async () => ['127.0.0.1'] });

describe('posting over TLS', () => {
  it('holds the certificate to the name in the address, at the pinned address', async () => {
    const port = await listen();

    expect(await post(request(`https://hooks.example:${port}/`))).toMatchObject({
      status: 200,
      body: `hooks.example:${port}`,
    });
  });

  it('sends nothing to a server whose certificate is for another name', async () => {
    const port = await listen();

    await expect(post(request(`https://other.example:${port}/`))).rejects.toMatchObject({
      code: 'CONNECTION_FAILED',
      bytesLeft: false,
      message: 'no connection could be made (ERR_TLS_CERT_ALTNAME_INVALID)',
    });
  });

  it('is ambiguous when the connection is cut after the handshake', async () => {
    const port = await listen(true);

    await expect(post(request(`https://hooks.example:${port}/`))).rejects.toMatchObject({
      code: 'CONNECTION_FAILED',
      bytesLeft: true,
    });
  });
});
