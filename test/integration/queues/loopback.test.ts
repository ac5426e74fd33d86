import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queues } from '../../../functions/wiring.ts';
import { type QueueServer, startQueueServer } from '../../../local/machine/queues/queue-server.ts';

describe('the queues on one machine', () => {
  let server: QueueServer;
  beforeAll(async () => {
    server = await startQueueServer();
    await server.create('poll', queues.poll, 30);
  });
  afterAll(() => server.close());

  it.each(['attacker.example', 'attacker.example:4010', '127.0.0.1.attacker.example', '192.168.0.1'])(
    'do not answer to the host %j',
    async (host) => {
      const listed = await ask(host, 'ListQueues', {});
      const sent = await ask(host, 'SendMessage', { QueueUrl: server.urlOf('poll'), MessageBody: '{}' });

      expect([listed.status, sent.status]).toEqual([403, 403]);
      expect(listed.body).not.toContain('poll');
      expect(await server.depth('poll')).toEqual({ visible: 0, inFlight: 0, dead: 0 });
    },
  );

  it.each(['127.0.0.1', 'localhost:4010', '[::1]:4010'])('answer to %s', async (host) => {
    expect(await ask(host, 'ListQueues', {})).toMatchObject({
      status: 200,
      body: expect.stringContaining('poll'),
    });
  });

  /** `fetch` sets the Host header itself. */
  function ask(host: string, operation: string, input: object) {
    const headers = {
      host,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `AmazonSQS.${operation}`,
    };
    return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const { origin } = new URL(server.urlOf('poll'));
      request(origin, { method: 'POST', headers }, async (answer) => {
        resolve({ status: answer.statusCode, body: await text(answer) });
      })
        .on('error', reject)
        .end(JSON.stringify(input));
    });
  }
});
