import { afterAll, beforeAll } from 'vitest';

/** Opens a bench or a server before the first test of a file or a `describe`, and closes it after the last one. */
export function openedForAll<Opened extends { close(): Promise<unknown> }>(
  open: () => Promise<Opened>,
): Opened {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(() => opened.close());
  return opened;
}
