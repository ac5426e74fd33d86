import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { mostBytes } from '../../../functions/receive-events/handler.ts';
import { startInbound } from '../../../machine/pipeline/inbound.ts';
import { openFunctions } from '../../support/functions/open-functions.ts';
import { clickPayload, eventCall, type RawCall, slackCall } from '../../support/functions/signed-calls.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { inbound, openInbound } from './open-inbound.ts';

const now = Date.now();
const changed = { type: 'signals.changed', data: { buyerIds: ['12f11eea-e7ea-4362-b834-f23dcef823f7'] } };

describe('the inbound endpoint on one machine', () => {
  const opened = openedForAll(openInbound);

  const post = ({ path, method = 'POST', headers, body }: RawCall) =>
    fetch(opened.url + path, {
      method,
      headers,
      ...(method === 'POST' && { body: new Uint8Array(Buffer.from(body)) }),
    });

  /** All that comes back, byte for byte, but for the date. */
  const exchange = (head: string, body: Buffer | string = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(opened.url).port), '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
        if (text.endsWith('}')) socket.destroy();
      });
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text.replace(/^date: .*$/im, 'date')));
      socket.setTimeout(5_000, () => reject(new Error(`no answer but ${text}`)));
      socket.write(`${head}\r\nhost: door.example\r\n\r\n`);
      socket.write(body);
    });

  it('gives every call that nobody signed the same bytes', async () => {
    const { headers, body } = eventCall('msg_1', now, changed);
    const lines = Object.entries(headers).map(([name, value]) => `\r\n${name}: ${value}`);
    const length = `\r\ncontent-length: ${body.length}`;
    const forged = lines.join('').replace(/v1,./, 'v1,_');
    const answers = await Promise.all([
      exchange('GET / HTTP/1.1'),
      exchange('PUT /events HTTP/1.1'),
      exchange(`POST /events HTTP/1.1\r\ncontent-length: 2`, '{}'),
      exchange(`POST /events HTTP/1.1${forged}${length}`, body),
      exchange(`POST /slack HTTP/1.1${lines.join('')}${length}`, body),
      exchange(`POST /other HTTP/1.1${lines.join('')}${length}`, body),
      exchange(
        `POST /events HTTP/1.1${lines.join('')}\r\ncontent-length: ${mostBytes + 1}`,
        Buffer.alloc(mostBytes + 1, 32),
      ),
    ]);

    expect(answers[0]).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
    expect(answers[0]).toContain('\r\n\r\n{"error":"unauthorized"}');
    expect(new Set(answers)).toEqual(new Set([answers[0]]));
    expect([opened.queued.events, [...opened.table.all()], opened.observed]).toEqual([[], [], []]);
  });

  it('reads no more of a body that is too large, also without its length', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        if (pulled > 1000) controller.close();
        else controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const answer = fetch(`${opened.url}/events`, { method: 'POST', body, duplex: 'half' } as RequestInit);

    const status = await answer.then(({ status }) => status).catch(() => 'cut off');
    expect([401, 'cut off']).toContain(status);
    expect(pulled).toBeLessThan(1000);
  });

  it('takes a signed event and a click once, however often they come', async () => {
    const event = eventCall('msg_2', now, changed);
    const click = slackCall(now, clickPayload());
    const statuses: number[] = [];
    for (const call of [event, event, click, click]) statuses.push((await post(call)).status);

    expect(statuses).toEqual([202, 202, 200, 200]);
    expect(opened.queued.events).toEqual([changed.data]);
    expect(opened.queued.clicks).toHaveLength(1);
  });

  it('takes bytes as they are, which the signature is over', async () => {
    const text = `{"type":"signals.changed", "note":"ü 😀 \\u0000", "data":{"buyerIds":["${changed.data.buyerIds[0]}"]}}`;

    expect((await post(eventCall('msg_3', now, text))).status).toBe(202);
    expect((await post({ ...eventCall('msg_4', now, text), body: text.replace(', ', ',') })).status).toBe(
      401,
    );
  });

  it('answers 503 where the function failed', async () => {
    opened.failing.is = true;
    const answer = await post(eventCall('msg_5', now, changed));
    opened.failing.is = false;

    expect([answer.status, await answer.text()]).toEqual([503, '{"error":"unavailable"}']);
  });

  it('does not open on a port that is taken', async () => {
    const invoke = async () => undefined;
    const { config } = openFunctions().ports;
    const port = Number(new URL(opened.url).port);

    await expect(startInbound({ config: { ...config, inbound }, invoke }, port)).rejects.toThrow(
      `--inbound-port: port ${port} is taken by another program; choose another, for example --inbound-port ${port + 1}`,
    );
  });
});
