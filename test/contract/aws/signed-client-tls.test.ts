import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sqs } from '../../../shared/runtime/aws/services.ts';
import { createSignedClient } from '../../../shared/runtime/aws/signed-client.ts';
import type { SqsOperations } from '../../../shared/runtime/sqs-queue.ts';
import { startAwsServer } from '../../support/aws/aws-server.ts';
import { makeSelfSigned } from '../../support/destinations/self-signed.ts';
import { createFakeClock } from '../../support/time/fake-clock.ts';

const trustedBefore = getCACertificates('default');
const trusted = makeSelfSigned(['127.0.0.1']);
const closing: (() => unknown)[] = [];

beforeAll(() => setDefaultCACertificates([...trustedBefore, trusted.cert]));
afterAll(() => setDefaultCACertificates(trustedBefore));
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function send(endpoint: string, connectMs = 3_000) {
  const call = createSignedClient<SqsOperations>({
    service: sqs,
    timeouts: { connectMs, requestMs: 10_000 },
    environment: {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_ENDPOINT_URL_SQS: endpoint,
    },
    clock: createFakeClock(),
    random: () => 0,
  });
  return () => call('SendMessageBatch', { QueueUrl: `${endpoint}/1/q`, Entries: [] });
}

describe("the functions' client of AWS over TLS", () => {
  it('calls a server whose certificate it trusts, and keeps the connection', async () => {
    const server = await startAwsServer(trusted);
    closing.push(server.close);
    server.answer = () => ({ status: 200, body: { Failed: [] } });
    const call = send(server.endpoint);

    expect(await call()).toEqual({ Failed: [] });
    expect(await call()).toEqual({ Failed: [] });
    expect(server.connections()).toBe(1);
  });

  it('sends nothing to a server whose certificate it does not trust', async () => {
    const server = await startAwsServer(makeSelfSigned(['127.0.0.1']));
    closing.push(server.close);

    await expect(send(server.endpoint)()).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(server.requests).toEqual([]);
  });

  it('waits no longer than it was told for the handshake', async () => {
    const opened: { destroy(): void }[] = [];
    const mute = createServer((socket) => opened.push(socket.on('error', () => {})));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      for (const socket of opened) socket.destroy();
      mute.close();
    });
    const { port } = mute.address() as AddressInfo;

    await expect(send(`https://127.0.0.1:${port}`, 60)()).rejects.toMatchObject({
      name: 'TimeoutError',
      message: 'AWS took too long connecting',
      $metadata: { attempts: 3 },
    });
  });
});
