import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { connectMs } from '../../shared/domain/digests/attempt-time.ts';
import { checkDestinationUrl } from '../../shared/domain/routes/destination-url.ts';
import { checkAddresses } from './check-address.ts';
import { DeliveryTransportError, DestinationRefusedError } from './destination-errors.ts';

export interface PostRequest {
  /** `OPTIONS` tests without a digest whether a destination can be reached. @default 'POST' */
  readonly method?: 'POST' | 'OPTIONS';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The time for resolving, connecting, sending and the answer together. */
  readonly timeoutMs: number;
  readonly permitLocal: boolean;
}

export interface PostAnswer {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 64 KB: for the destination's code word, and for `test`; never for a log. */
  readonly body: string;
}

/**
 * One POST, never redirected, to a checked address. Answers with any status that came; throws
 * `DestinationRefusedError` before a byte is sent, or `DeliveryTransportError`.
 */
export type HttpPost = (request: PostRequest) => Promise<PostAnswer>;

export type Resolve = (host: string) => Promise<readonly string[]>;

const longestBody = 64 * 1024;

const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export function createHttpPost(
  options: { readonly resolve?: Resolve; readonly connectTimeoutMs?: number } = {},
): HttpPost {
  const { resolve = resolveHost, connectTimeoutMs = connectMs } = options;
  return async (request) => {
    const { url, permitLocal } = request;
    const refusal = checkDestinationUrl(url.href, permitLocal);
    if (refusal !== null) throw new DestinationRefusedError(`the destination's address ${refusal}`);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host)) checkAddresses(host, [host], permitLocal);
    return exchange(request, createCheckedLookup(resolve, permitLocal), connectTimeoutMs);
  };
}

/** Gives the connection the addresses that were checked: a second answer could have others (DNS rebinding). */
function createCheckedLookup(resolve: Resolve, permitLocal: boolean): LookupFunction {
  const findAddresses = async (host: string) => {
    const addresses = await resolve(host).catch((cause: unknown) => {
      throw unresolved(host, cause);
    });
    if (addresses.length === 0) throw unresolved(host);
    checkAddresses(host, addresses, permitLocal);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  return (host, { all }, callback) => {
    findAddresses(host).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family)),
      (error: Error) => callback(error, []),
    );
  };
}

const unresolved = (host: string, cause?: unknown) =>
  new DeliveryTransportError('CONNECTION_FAILED', `the host name ${host} could not be resolved`, {
    bytesLeft: false,
    cause,
  });

function exchange(
  { method = 'POST', url, headers, body, timeoutMs }: PostRequest,
  checkedLookup: LookupFunction,
  connectTimeoutMs: number,
): Promise<PostAnswer> {
  const secure = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>();
  let connected = false;
  let answered = false;
  const outgoing = (secure ? httpsRequest : httpRequest)(url, {
    method,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A kept-alive connection of another request might lead to an unchecked address.
    agent: false,
    lookup: checkedLookup,
  });
  outgoing.once('socket', (socket) => {
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      connected = true;
    });
  });
  outgoing.on('error', (cause) => {
    const isOurs = cause instanceof DeliveryTransportError || cause instanceof DestinationRefusedError;
    // A status that came counts, whatever happened to the body.
    if (!answered) reject(isOurs ? cause : cutOff(connected, cause));
  });
  // An answer that ends the exchange in another way, such as a 101, comes with no error.
  outgoing.once('close', () => {
    if (!answered) reject(cutOff(connected, undefined));
  });
  outgoing.once('response', (incoming) => {
    answered = true;
    void readCapped(incoming).then((text) => {
      const flat = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
      resolve({ status: incoming.statusCode ?? 0, headers: Object.fromEntries(flat), body: text });
    });
  });
  const giveUp = () => {
    const when = connected ? 'waiting for the answer' : 'connecting';
    outgoing.destroy(new DeliveryTransportError('TIMEOUT', `timed out ${when}`, { bytesLeft: connected }));
  };
  AbortSignal.timeout(timeoutMs).addEventListener('abort', giveUp, { once: true });
  AbortSignal.timeout(connectTimeoutMs).addEventListener('abort', () => connected || giveUp(), {
    once: true,
  });
  outgoing.end(body);
  return promise.finally(() => outgoing.destroy());
}

/**
 * Reads what came of the body. It never rejects: a delivery that succeeded must not be repeated because the words after
 * its status were cut off or too many.
 */
async function readCapped(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= longestBody) break;
    }
  } catch {
    // The connection was cut: the beginning is all that there is.
  }
  return Buffer.concat(chunks).subarray(0, longestBody).toString('utf8');
}

function cutOff(connected: boolean, cause: unknown): DeliveryTransportError {
  const sentence = connected
    ? 'the connection was cut before a readable answer came'
    : 'no connection could be made';
  return new DeliveryTransportError('CONNECTION_FAILED', `${sentence}${codeOf(cause)}`, {
    bytesLeft: connected,
    // A parser's error carries the raw bytes that the destination answered.
    cause: connected ? undefined : cause,
  });
}

/** ` (ECONNREFUSED)`: a code of the system's or of TLS, where there is one. */
function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
}
