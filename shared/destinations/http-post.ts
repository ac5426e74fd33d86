import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { connectMs } from '../domain/digests/call-times.ts';
import { checkDestinationUrl } from '../domain/routes/destination-url.ts';
import { checkAddresses } from './check-address.ts';
import { DeliveryTransportError, DestinationRefusedError } from './destination-errors.ts';

export interface PostRequest {
  /** `OPTIONS` finds out whether a destination can be reached, without a digest. @default 'POST' */
  readonly method?: 'POST' | 'OPTIONS';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For everything: resolving, connecting, sending, the answer. */
  readonly timeoutMs: number;
  /** Permits plain http, any port, and loopback addresses. */
  readonly permitLocal: boolean;
}

export interface PostAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 64 KB: for the destination's code word only, never for a log. */
  readonly body: string;
}

/**
 * One POST, never redirected, to a checked address. Answers with any status that came; throws
 * `DestinationRefusedError` before a byte is sent, or `DeliveryTransportError`.
 */
export type HttpPost = (request: PostRequest) => Promise<PostAnswer>;

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const longestBody = 64 * 1024;

const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

export function createHttpPost(
  options: { readonly resolve?: Resolve; readonly connectTimeoutMs?: number } = {},
): HttpPost {
  const resolve = options.resolve ?? resolveHost;
  return async (request) => {
    const refusal = checkDestinationUrl(request.url.href, request.permitLocal);
    if (refusal !== null) throw new DestinationRefusedError(`the destination's address ${refusal}`);
    const deadline = AbortSignal.timeout(request.timeoutMs);
    const connectDeadline = AbortSignal.any([
      deadline,
      AbortSignal.timeout(options.connectTimeoutMs ?? connectMs),
    ]);
    const host = request.url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) ? [host] : await resolveWithin(resolve, host, connectDeadline);
    checkAddresses(host, addresses, request.permitLocal);
    return exchange(request, pinLookup(addresses), deadline, connectDeadline);
  };
}

async function resolveWithin(
  resolve: Resolve,
  host: string,
  deadline: AbortSignal,
): Promise<readonly string[]> {
  const late = Promise.withResolvers<never>();
  const onLate = () => late.reject(timedOut('before the host name was resolved', false));
  deadline.addEventListener('abort', onLate, { once: true });
  try {
    const addresses = await Promise.race([resolve(host), late.promise]);
    if (addresses.length > 0) return addresses;
  } catch (cause) {
    if (cause instanceof DeliveryTransportError) throw cause;
    throw unresolved(host, cause);
  } finally {
    deadline.removeEventListener('abort', onLate);
  }
  throw unresolved(host);
}

const unresolved = (host: string, cause?: unknown) =>
  new DeliveryTransportError('CONNECTION_FAILED', `the host name ${host} could not be resolved`, {
    bytesLeft: false,
    cause,
  });

/** Resolving again at connect time could give another address than the one that was checked (DNS rebinding). */
function pinLookup(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    if (options.all) callback(null, pinned);
    else callback(null, pinned[0]?.address ?? '', pinned[0]?.family);
  };
}

function exchange(
  { method = 'POST', url, headers, body }: PostRequest,
  lookupPinned: LookupFunction,
  deadline: AbortSignal,
  connectDeadline: AbortSignal,
): Promise<PostAnswer> {
  const secure = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>();
  let connected = false;
  // An agent of its own: a kept-alive connection of another request might lead to an unchecked address.
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  const outgoing = (secure ? httpsRequest : httpRequest)(url, {
    method,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent,
    lookup: lookupPinned,
  });
  outgoing.once('socket', (socket) => {
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      connected = true;
    });
  });
  let answered = false;
  outgoing.on('error', (cause) => {
    // Once a status is there, it counts; what came of its body is read below.
    if (!answered) reject(cause instanceof DeliveryTransportError ? cause : cutOff(connected, cause));
  });
  // An answer that ends the exchange in another way, such as a 101, comes with no error.
  outgoing.once('close', () => {
    if (!answered) reject(cutOff(connected, undefined));
  });
  outgoing.once('response', (incoming) => {
    answered = true;
    void readCapped(incoming).then((text) => {
      resolve({ status: incoming.statusCode ?? 0, headers: flat(incoming), body: text });
    });
  });
  const onDeadline = () => {
    outgoing.destroy(timedOut(connected ? 'waiting for the answer' : 'connecting', connected));
  };
  const onConnectDeadline = () => {
    if (!connected) onDeadline();
  };
  deadline.addEventListener('abort', onDeadline, { once: true });
  connectDeadline.addEventListener('abort', onConnectDeadline, { once: true });
  if (connectDeadline.aborted) onConnectDeadline();
  outgoing.end(body);
  return promise.finally(() => {
    deadline.removeEventListener('abort', onDeadline);
    connectDeadline.removeEventListener('abort', onConnectDeadline);
    outgoing.destroy();
    agent.destroy();
  });
}

/**
 * What came of the body. Never rejects: the status has been told, and a delivery that succeeded must not be
 * repeated because the words after it were cut off or too many.
 */
function readCapped(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const finish = () => resolve(Buffer.concat(chunks).subarray(0, longestBody).toString('utf8'));
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= longestBody) incoming.destroy();
    });
    incoming.once('end', finish);
    incoming.once('error', finish);
    incoming.once('close', finish);
  });
}

function flat(incoming: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

function timedOut(when: string, bytesLeft: boolean): DeliveryTransportError {
  return new DeliveryTransportError('TIMEOUT', `timed out ${when}`, { bytesLeft });
}

function cutOff(connected: boolean, cause: unknown): DeliveryTransportError {
  const code = codeOf(cause);
  // Without the cause: a parser's error carries the raw bytes that the destination answered.
  if (connected) {
    const sentence = `the connection was cut before a readable answer came${code}`;
    return new DeliveryTransportError('CONNECTION_FAILED', sentence, { bytesLeft: true });
  }
  return new DeliveryTransportError('CONNECTION_FAILED', `no connection could be made${code}`, {
    bytesLeft: false,
    cause,
  });
}

/** ` (ECONNREFUSED)`: a code of the system's or of TLS, where there is one. */
function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : '';
}
