import { type ReceivedRequest, startReceiver } from '../../support/destinations/receiver.ts';

export type Destination = Awaited<ReturnType<typeof startDestination>>;

/** Where the digests go. */
export async function startDestination() {
  /** Answered with 200, in order. */
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
