import type { Context, MiddlewareHandler } from 'hono';

/** The rules of any server on this machine only: the page and the receiver of `start` use them, too. */

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Lets only those requests through whose Host header names this machine; `refuse` answers the others. An attacker can
 * point a name of their own at 127.0.0.1 (DNS rebinding): their web page would then be same-origin with what is
 * served here, and could read it.
 */
export function onlyLoopbackHosts(refuse: (context: Context) => Response): MiddlewareHandler {
  return async (context, next) => {
    // Node refuses a request without the header: it is absent only when the app is called without a socket.
    const host = context.req.header('host') ?? new URL(context.req.url).host;
    return loopbackNames.has(host.toLowerCase().replace(/:\d{1,5}$/, '')) ? next() : refuse(context);
  };
}

/**
 * Ports of other protocols, to which neither `fetch` nor a browser connects: https://fetch.spec.whatwg.org/#port-blocking.
 * Port 0 is on that list as well, but here it asks for any free port.
 */
const refusedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** True for a port that a server can listen on and `fetch` never connects to. */
export function isRefusedByFetch(port: number): boolean {
  return refusedPorts.has(port);
}
