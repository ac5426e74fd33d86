import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback } from '../loopback.ts';

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answer {
  /** 200 unless told. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the receiver waits, after the whole request is in, before it answers. */
  readonly delayMs?: number;
  /** The receiver answers only then. */
  readonly until?: Promise<void>;
  /** Takes the request, then closes the socket. */
  readonly cut?: 'before-answer';
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Answers in order, 200 once they are used up; or decides each by the request. */
export type Answers = readonly Answer[] | ((request: ReceivedRequest, index: number) => Answer);

/** A small HTTP server on loopback that records what comes in and answers as told: stands in for a destination. */
export async function startReceiver({ answers = [] }: { readonly answers?: Answers } = {}) {
  const requests: ReceivedRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const answerFor = (request: ReceivedRequest, index: number): Answer =>
    typeof answers === 'function' ? answers(request, index) : (answers[index] ?? {});

  const server = createServer((incoming, outgoing) => {
    void readRequest(incoming).then(
      async (request) => {
        const index = requests.push(request) - 1;
        for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
        await writeAnswer(outgoing, answerFor(request, index));
      },
      // The sender went away while it was still writing: there is nothing to record and nobody to answer.
      () => outgoing.destroy(),
    );
  });
  const { url, port, close } = await listenOnLoopback(server);

  return {
    url: `${url}/hook`,
    port,
    /** Every request whose body came in whole, in order. */
    requests: requests as readonly ReceivedRequest[],
    /** Resolves once `count` requests have come in. */
    async received(count: number): Promise<void> {
      if (requests.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    },
    close,
  };
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: await text(incoming),
  };
}

async function writeAnswer(outgoing: ServerResponse, answer: Answer): Promise<void> {
  await answer.until;
  const body = Buffer.from(answer.body ?? '');
  if (answer.delayMs) await sleep(answer.delayMs, undefined, { ref: false });
  if (answer.cut) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(answer.status ?? 200, { 'content-length': String(body.length), ...answer.headers });
  outgoing.end(body);
}
