import { afterAll, afterEach, beforeAll } from 'vitest';

/** Opens a bench or a server before the first test of a file or a `describe`, and closes it after the last one. */
export function openedForAll<Opened extends { close(): Promise<unknown> }>(
  open: () => Promise<Opened>,
): Opened {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => opened.close());
  return opened;
}

/** Gives back what it is given, and closes it after the test. */
export function closedAfterEach(): <Opened extends { close(): unknown }>(one: Opened) => Opened {
  const opened: { close(): unknown }[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));
  return (one) => {
    opened.push(one);
    return one;
  };
}
