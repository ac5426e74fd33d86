import { handledCallKey } from '../items/keys.ts';
import { tryAgain } from '../table/conditions.ts';
import type { LedgerPorts } from '../table/table.ts';

/** Senders repeat a call without an answer for a day, with a new time and the same id. */
const rememberedSeconds = 24 * 60 * 60;

export function createInbound(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    async isHandled(path: string, id: string): Promise<boolean> {
      return (await table.get(handledCallKey(path, id))) !== undefined;
    },
    async noteHandled(path: string, id: string): Promise<void> {
      const expiresAt = Math.ceil(clock.now() / 1000) + rememberedSeconds;
      await tryAgain(ports, () => table.put({ ...handledCallKey(path, id), expiresAt, v: 1 }));
    },
  };
}
