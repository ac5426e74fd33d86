import { type ReceivedRequest, startReceiver } from '../support/destinations/receiver.ts';

/** Where the digests go: takes them, or answers 503 while it is told to refuse. */
export interface Destination {
  readonly url: string;
  /** Answered with 200, in order. */
  readonly taken: readonly ReceivedRequest[];
  /** Answered with 503, in order. */
  readonly refused: readonly ReceivedRequest[];
  refuse(): void;
  take(): void;
  close(): Promise<void>;
}

export async function startDestination(): Promise<Destination> {
  const taken: ReceivedRequest[] = [];
  const refused: ReceivedRequest[] = [];
  let refuses = false;
  const receiver = await startReceiver({
    answers: (request) => {
      // The doctor asks with OPTIONS whether anybody is there.
      if (request.method !== 'POST') return { status: 204 };
      (refuses ? refused : taken).push(request);
      return { status: refuses ? 503 : 200 };
    },
  });
  return {
    url: receiver.url,
    taken,
    refused,
    refuse: () => {
      refuses = true;
    },
    take: () => {
      refuses = false;
    },
    close: receiver.close,
  };
}
