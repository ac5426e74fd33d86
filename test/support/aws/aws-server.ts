import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../loopback.ts';

export interface AwsRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface AwsAnswer {
  readonly status: number;
  /** An object is sent as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * `cut`: the connection ends before an answer; `cut-within`: after half of one. `silence`: no answer comes;
 * `silence-within`: half of one does.
 */
export type AwsBehaviour = AwsAnswer | 'cut' | 'cut-within' | 'silence' | 'silence-within';

export type AwsServer = Awaited<ReturnType<typeof startAwsServer>>;

/** A service of AWS on loopback that answers as it is told. */
export async function startAwsServer() {
  const requests: AwsRequest[] = [];
  const connections = new Set<Socket>();
  const listener: RequestListener = async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url, headers, body: await text(incoming) };
    const behaviour = aws.answer(request, requests.push(request));
    if (behaviour === 'silence') return;
    if (behaviour === 'cut') return void incoming.socket.destroy();
    if (behaviour === 'cut-within' || behaviour === 'silence-within') {
      outgoing.writeHead(200, { 'content-length': '1000' });
      outgoing.write('{"Item":', () => behaviour === 'cut-within' && incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(behaviour.status, {
      'content-type': 'application/x-amz-json-1.0',
      ...behaviour.headers,
    });
    outgoing.end(typeof behaviour.body === 'string' ? behaviour.body : JSON.stringify(behaviour.body));
  };
  const server = createServer(listener);
  server.on('connection', (socket: Socket) => connections.add(socket));
  const { url, close } = await listenOnLoopback(server);
  const aws = {
    endpoint: url,
    requests: requests as readonly AwsRequest[],
    /** How many connections were opened. */
    connections: () => connections.size,
    /** What each request comes to, by its number from 1. */
    answer: (_request: AwsRequest, _number: number): AwsBehaviour => ({ status: 200, body: {} }),
    close,
  };
  return aws;
}
