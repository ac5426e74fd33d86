import { type ReceivedRequest, startReceiver } from '../support/destinations/receiver.ts';

/** Where the digests go. */
export interface Destination {
  readonly url: string;
  /** Answered with 200, in order. */
  readonly taken: readonly ReceivedRequest[];
  close(): Promise<void>;
}

export async function startDestination(): Promise<Destination> {
  const taken: ReceivedRequest[] = [];
  const receiver = await startReceiver({
    answers: (request) => {
      // The doctor asks with OPTIONS whether anybody is there.
      if (request.method !== 'POST') return { status: 204 };
      taken.push(request);
      return { status: 200, body: 'ok' };
    },
  });
  return { url: receiver.url, taken, close: receiver.close };
}
