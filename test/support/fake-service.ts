import { type BridgeApi, type BridgeApiOptions, createBridgeApi } from '../../shared/bridge-api/index.ts';
import { createFakeClock } from './time/fake-clock.ts';

export const buyerId = '7d0c4c52-3f0e-4b0e-9d0a-6f2f8f4a1b10';
export const bridgeId = '0b9f5c1e-51d2-4c39-8f0e-0d2c3a4b5c6d';
export const rowId = 'c2a1b0d9-0a1b-4c2d-8e3f-405162738495';

interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | null;
}

/** An answer's status with its body and headers; an Error is what `fetch` rejects with. */
export type FakeAnswer =
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | Error;

/** A client over a faked `fetch` that gives the answers in turn, the last one again and again. */
export function createFakeService(answers: readonly FakeAnswer[], options: Partial<BridgeApiOptions> = {}) {
  const sent: SentRequest[] = [];
  const clock = createFakeClock();
  const tokens: (boolean | undefined)[] = [];
  const fakeFetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    sent.push({
      method: init.method ?? 'GET',
      url: String(url),
      headers: new Headers(init.headers),
      body: (init.body as string | undefined) ?? null,
    });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (answer === undefined) throw new Error('the fake service has no answer');
    if (answer instanceof Error) throw answer;
    const body = answer.text ?? JSON.stringify(answer.json ?? {});
    return new Response(body, { status: answer.status ?? 200, headers: answer.headers ?? {} });
  };
  const api: BridgeApi = createBridgeApi({
    baseUrl: 'https://bridge.test',
    token: async (asked) => {
      tokens.push(asked?.fresh);
      return asked?.fresh ? 'fresh-token' : 'first-token';
    },
    fetch: fakeFetch,
    clock,
    random: () => 0.5,
    ...options,
  });
  return { api, sent, clock, tokens };
}

export function pageOf(result: readonly unknown[], envelope: Record<string, unknown> = {}) {
  return { pageNumber: 1, pageSize: 10, totalItems: result.length, totalPages: 1, result, ...envelope };
}

export function signalOf(row: Record<string, unknown> = {}, bridge: Record<string, unknown> = {}) {
  return { bridge: { bridgeId, ...bridge }, row: { rowId, columns: {}, ...row } };
}

/** What a promise rejects with; fails when it resolves. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('it resolved, although it should have been rejected');
    },
    (error: unknown) => error,
  );
}
