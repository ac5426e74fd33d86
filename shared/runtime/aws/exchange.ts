import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

export interface Timeouts {
  /** From the use of a new socket until it is connected, TLS included. */
  readonly connectMs: number;
  /** For everything: a free socket, sending, the whole answer. */
  readonly requestMs: number;
}

export interface Exchange {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly agent: HttpAgent | HttpsAgent;
  readonly timeouts: Timeouts;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** One POST. Answers with any status that came; throws Node's error, or `TimeoutError`. */
export async function exchange({ url, headers, body, agent, timeouts }: Exchange): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent,
  });
  // As one handler, also after the answer: an unheard error would end the process.
  outgoing.on('error', reject);
  let answered = false;
  // An answer that ends the exchange in another way, such as a 101, comes with no error.
  outgoing.once('close', () => {
    if (!answered) reject(Object.assign(new Error('no answer came'), { code: 'ECONNRESET' }));
  });
  outgoing.once('response', (incoming) => {
    answered = true;
    readBody(incoming).then(
      (text) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
      reject,
    );
  });
  const timers = [setTimeout(() => outgoing.destroy(timedOut('answering')), timeouts.requestMs)];
  outgoing.once('socket', (socket: Socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => outgoing.destroy(timedOut('connecting')), timeouts.connectMs);
    timers.push(timer);
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(timer));
  });
  outgoing.end(body);
  return await promise.finally(() => {
    for (const timer of timers) clearTimeout(timer);
  });
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function timedOut(doing: string): Error {
  return Object.assign(new Error(`AWS took too long ${doing}`), { name: 'TimeoutError' });
}
