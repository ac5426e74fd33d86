import { setTimeout as sleep } from 'node:timers/promises';

/** Does one step of the story and prints it with how long it took. */
export async function step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1_000).toFixed(1)} s`;
  try {
    const result = await work();
    console.log(`ok    ${what} (${seconds()})`);
    return result;
  } catch (error) {
    console.log(`FAIL  ${what} (${seconds()})`);
    throw error;
  }
}

/** Asks again and again until the answer is true. Throws after `seconds`, with the state of things. */
export async function waitUntil(
  isTrue: () => Promise<boolean> | boolean,
  { seconds, state }: { readonly seconds: number; readonly state: () => string },
): Promise<void> {
  const deadline = performance.now() + seconds * 1_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not within ${seconds} seconds: ${state()}`);
    await sleep(500);
  }
}
