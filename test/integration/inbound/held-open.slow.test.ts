import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { openInbound } from './open-inbound.ts';

it('takes 30 calls at once, and others once those that are held open have had their ten seconds', async () => {
  const { url, close } = await openInbound();
  const head = 'POST /events HTTP/1.1\r\nhost: door.example\r\n';
  const begun = ['', head, `${head}content-length: 9\r\n\r\n{`];
  let closed = 0;
  for (let index = 0; index < 90; index += 1) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket
      .on('error', () => {})
      .on('close', () => {
        closed += 1;
      });
    socket.write(begun[index % begun.length] ?? '');
    socket.resume();
  }

  await vi.waitFor(() => expect(closed).toBe(60), 5_000);
  await expect(fetch(url)).rejects.toThrow();
  await vi.waitFor(() => expect(closed).toBe(90), 20_000);
  expect((await fetch(url)).status).toBe(401);
  await close();
});
