import type { BridgeApi, BridgeColumn } from '../../shared/bridge-api/index.ts';
import { ContractError, HttpStatusError, TransportError } from '../../shared/domain/errors.ts';

/** The columns that the checks have read so far, by bridge. */
export type KnownColumns = Map<string, readonly BridgeColumn[]>;

export interface ColumnPorts {
  readonly openApi: () => Pick<BridgeApi, 'listColumnMetadata'>;
  /** Milliseconds since the epoch, for each call: no attempt begins that could not end before. */
  readonly deadline: () => number;
}

/** `no-such-bridge`: the API answered 404. `unseen`: the bridge could not be read, or the calls are used up. */
export type Look = (bridgeId: string) => Promise<readonly BridgeColumn[] | 'no-such-bridge' | 'unseen'>;

/** More are not worth the wait. */
const mostCalls = 20;

/** Returns a function that reads a bridge's columns: with one call at most, and with none if they are known. */
export function createLook(known: KnownColumns, { openApi, deadline }: ColumnPorts): Look {
  const seen = new Map<string, Awaited<ReturnType<Look>>>(known);
  let calls = 0;
  const ask = async (bridgeId: string): ReturnType<Look> => {
    calls += 1;
    try {
      const { result } = await openApi().listColumnMetadata(bridgeId, { deadline: deadline() });
      return result.map(({ column }) => column);
    } catch (error) {
      if (error instanceof HttpStatusError) return error.status === 404 ? 'no-such-bridge' : 'unseen';
      if (error instanceof TransportError || error instanceof ContractError) return 'unseen';
      throw error;
    }
  };
  return async (bridgeId) => {
    const found = seen.get(bridgeId) ?? (calls < mostCalls ? await ask(bridgeId) : 'unseen');
    seen.set(bridgeId, found);
    return found;
  };
}
