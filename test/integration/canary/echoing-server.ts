import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../support/loopback.ts';
import { everySecret } from './canaries.ts';

/**
 * A server that gives away all it knows, in every place of an answer: the request's own address, headers and body,
 * and each secret, in the reason phrase, in headers and in a JSON body's usual fields.
 */
export async function startEchoingServer() {
  const bodies: string[] = [];
  /** What the next requests are answered with; 204 unless told. */
  const echoing = { status: 204 };
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    bodies.push(body);
    const secrets = everySecret.join(' ');
    outgoing.writeHead(echoing.status, `No ${secrets}`, {
      'content-type': 'application/json',
      location: `http://127.0.0.1:2/${encodeURIComponent(secrets)}`,
      'retry-after': everySecret[0],
      'www-authenticate': `Bearer error="${everySecret[0]}"`,
      'x-secrets': encodeURIComponent(secrets),
    });
    const { url, headers } = incoming;
    const told = { url, headers, body, secrets, base64: Buffer.from(secrets).toString('base64') };
    const code = everySecret[0];
    outgoing.end(
      echoing.status === 204
        ? undefined
        : JSON.stringify({ code, errorCode: code, error: { code }, message: secrets, ...told }),
    );
  });
  const { url, close } = await listenOnLoopback(server);
  return Object.assign(echoing, { url, bodies: bodies as readonly string[], close });
}
