import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import * as v from 'valibot';

const operations = {
  listColumnMetadata: /^GET \/api\/external\/bridge\/[^/]+\/column\/metadata$/,
  listBuyerSignals: /^GET \/api\/external\/feed\/all\/buyer-signals$/,
  listBridgeRows: /^PUT \/api\/external\/bridge\/[^/]+\/row$/,
  getBuyerSummary: /^GET \/api\/external\/buyer\/[^/]+\/summary$/,
};
const operationNames = Object.keys(operations) as (keyof typeof operations)[];

const common = {
  operation: v.optional(v.picklist(operationNames)),
  calls: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
};

/** A fault without `operation` is for all operations. */
export const faultSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('status'),
    ...common,
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)), 500),
    retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  v.strictObject({ kind: v.literal('cut'), ...common }),
  v.strictObject({ kind: v.literal('garbage'), ...common }),
]);

export type Fault = v.InferOutput<typeof faultSchema>;

export class Faults {
  #active: Fault[] = [];

  add(fault: Fault): void {
    this.#active.push({ ...fault });
  }

  clear(): void {
    this.#active = [];
  }

  /** Uses up one call of the first fault that is for this call's operation. */
  take(method: string, path: string): Fault | undefined {
    const fault = this.#active.find(
      ({ operation }) => operation === undefined || operations[operation].test(`${method} ${path}`),
    );
    if (fault) fault.calls -= 1;
    this.#active = this.#active.filter(({ calls }) => calls > 0);
    return fault;
  }
}

/** The answer has status 200 and the right content type, but is not JSON. */
export function garbageAnswer(): Response {
  return new Response('{"pageNumber":1,"pageSize":10,"result":[{"bridge":{"bridgeId":<html>', {
    headers: { 'content-type': 'application/json' },
  });
}

/** Announces the length of the whole body, sends the first half and destroys the socket. */
export async function cutAnswer(answer: Response, { outgoing }: HttpBindings): Promise<Response> {
  const body = Buffer.from(await answer.arrayBuffer());
  const half = body.subarray(0, Math.ceil(body.length / 2));
  const headers = { ...Object.fromEntries(answer.headers), 'content-length': String(body.length) };
  outgoing.writeHead(answer.status, headers);
  await new Promise<void>((resolve) => outgoing.write(half, () => resolve()));
  outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}
