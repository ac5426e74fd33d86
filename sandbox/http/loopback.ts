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
