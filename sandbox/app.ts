import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { controlRoutes } from './control/control-routes.ts';
import { cutAnswer, Faults, garbageAnswer } from './control/faults.ts';
import { ApiError } from './http/api-error.ts';
import { onlyLoopbackHosts } from './http/loopback.ts';
import { apiRoutes } from './operations/api-routes.ts';
import type { RowStore } from './rows/row-store.ts';
import { SummaryStates } from './summaries/summary-states.ts';

export interface SandboxAppOptions {
  readonly store: RowStore;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** `Date` in its answers then is of `now`, too: clients compare it with their clock. @default false, the system's */
  readonly isDated?: boolean | undefined;
  /** Unexpected errors come here, and the caller gets a 500. */
  readonly report: (error: Error) => void;
}

/** The service without a socket: `app.request('/api/external/…')` answers. */
export function createSandboxApp({ store, token, now, report, isDated = false }: SandboxAppOptions) {
  const summaries = new SummaryStates(store);
  const faults = new Faults();
  const app = new Hono();

  app.use(onlyLoopbackHosts(refuseHost));
  if (isDated)
    app.use(async ({ header }, next) => {
      await next();
      header('Date', new Date(now()).toUTCString());
    });
  app.use('/api/external/*', disturbCalls(faults));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }));
  app.route('/api/external', apiRoutes(store, summaries, token, now));
  app.route('/sandbox', controlRoutes(store, summaries, faults, now));

  app.notFound((context) => {
    const message = `there is no ${context.req.method} ${context.req.path}`;
    return context.json({ status: 404, code: 'resource.notFound', message }, 404);
  });
  app.onError((error, context) => {
    const isExpected = error instanceof ApiError;
    if (!isExpected) report(error);
    const { status, code, message } = isExpected ? error : failure;
    return context.json({ status, code, message }, status);
  });
  return app;
}

const failure = new ApiError(500, 'internal', 'the sandbox failed; its stderr says why');

function refuseHost(): never {
  const message = 'the sandbox answers only to 127.0.0.1, localhost and [::1]; call it by one of these';
  throw new ApiError(403, 'request.host', message);
}

function refuseMethod(context: Context, methods: readonly string[]): never {
  const { method, path } = context.req;
  context.header('Allow', methods.join(', '));
  const message = `${method} is not served at ${path}; use ${methods.join(', ')}`;
  throw new ApiError(405, 'request.method', message);
}

function disturbCalls(faults: Faults): MiddlewareHandler {
  return async (context, next) => {
    const fault = faults.take(context.req.method, context.req.path);
    if (fault?.kind === 'status') {
      const { status, retryAfter } = fault;
      if (retryAfter !== undefined) context.header('Retry-After', String(retryAfter));
      const message = 'this error was requested by POST /sandbox/faults';
      throw new ApiError(status as ContentfulStatusCode, 'sandbox.fault', message);
    }
    await next();
    if (fault) {
      const isCut = fault.kind === 'cut';
      const spoilt = isCut ? await cutAnswer(context.res, context.env as HttpBindings) : garbageAnswer();
      // Hono would copy the headers of the old answer to the new one.
      context.res = undefined;
      context.res = spoilt;
    }
  };
}
