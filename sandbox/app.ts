import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { controlRoutes } from './control/control-routes.ts';
import { Faults } from './control/faults.ts';
import { operationOf, RequestCounter } from './control/request-counts.ts';
import { cutAnswer, garbageAnswer } from './control/spoil-answer.ts';
import { ApiError } from './http/api-error.ts';
import { onlyLoopbackHosts } from './http/loopback-hosts.ts';
import { apiRoutes } from './operations/api-routes.ts';
import type { CellForm } from './operations/present-row.ts';
import type { RowStore } from './store/row-store.ts';
import { SummaryStates } from './summaries/summary-states.ts';

export interface SandboxAppOptions {
  readonly store: RowStore;
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after `ms` milliseconds; without it, latency faults are rejected. */
  readonly wait?: ((ms: number) => Promise<void>) | undefined;
  /** @default 'mixed' */
  readonly cells?: CellForm | undefined;
  /** How long after the first request a summary is ready. @default 3000 */
  readonly summaryDelayMs?: number | undefined;
  /** Gets every unexpected error, for which the caller gets a 500. */
  readonly report: (error: Error) => void;
}

export interface SandboxApp {
  readonly app: Hono;
  readonly requests: RequestCounter;
}

/** The whole service over a store, without a socket: `app.request('/api/external/…')` answers. */
export function createSandboxApp(options: SandboxAppOptions): SandboxApp {
  const { store, token, now, wait, report } = options;
  const summaries = new SummaryStates(store, options.summaryDelayMs ?? 3_000);
  const faults = new Faults();
  const requests = new RequestCounter();
  const app = new Hono();

  app.use(onlyLoopbackHosts(refuseHost));
  app.use('/api/external/*', countCalls(requests), disturbCalls(faults, now, wait));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: refuseMethod }));
  app.route('/api/external', apiRoutes({ store, summaries, token, cells: options.cells ?? 'mixed', now }));
  app.route(
    '/sandbox',
    controlRoutes({ store, summaries, faults, requests, now, canWait: wait !== undefined }),
  );

  app.notFound((context) =>
    errorAnswer(context, 404, 'resource.notFound', `there is no ${context.req.method} ${context.req.path}`),
  );
  app.onError((error, context) => {
    if (error instanceof ApiError) return errorAnswer(context, error.status, error.code, error.message);
    report(error);
    return errorAnswer(context, 500, 'internal', 'the sandbox failed; its stderr says why');
  });
  return { app, requests };
}

function refuseHost(context: Context): Response {
  return errorAnswer(
    context,
    403,
    'request.host',
    'the sandbox answers only to 127.0.0.1, localhost and [::1]; call it by one of these',
  );
}

function refuseMethod(context: Context, methods: readonly string[]): Response {
  context.header('Allow', methods.join(', '));
  return errorAnswer(
    context,
    405,
    'request.method',
    `${context.req.method} is not served at ${context.req.path}; use ${methods.join(', ')}`,
  );
}

function errorAnswer(
  context: Context,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response {
  return context.json({ status, code, message }, status);
}

function countCalls(requests: RequestCounter): MiddlewareHandler {
  return async (context, next) => {
    const operation = operationOf(context.req.method, context.req.path);
    // The response object of a cut answer does not have the status that was sent.
    context.set('sentStatus', undefined);
    await next();
    requests.count(operation, context.get('sentStatus') ?? context.res.status);
  };
}

function disturbCalls(
  faults: Faults,
  now: () => number,
  wait: ((ms: number) => Promise<void>) | undefined,
): MiddlewareHandler {
  return async (context, next) => {
    const { latencyMs, refusal, spoil } = faults.take(
      operationOf(context.req.method, context.req.path),
      now(),
    );
    if (latencyMs > 0) await wait?.(latencyMs);
    if (refusal) {
      if (refusal.retryAfter !== undefined) context.header('Retry-After', String(refusal.retryAfter));
      const status = refusal.status as ContentfulStatusCode;
      return refusal.bare
        ? context.body(null, status)
        : errorAnswer(context, status, 'sandbox.fault', 'this error was requested by POST /sandbox/faults');
    }
    await next();
    if (!spoil) return undefined;
    const answer = context.res;
    context.set('sentStatus', spoil === 'cut' ? answer.status : 200);
    const spoilt =
      spoil === 'cut' ? await cutAnswer(answer, context.env as Partial<HttpBindings>) : garbageAnswer();
    // Otherwise Hono would copy the headers of the old answer to the new one.
    context.res = undefined;
    context.res = spoilt;
    return undefined;
  };
}
