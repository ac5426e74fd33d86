import type { BridgeApi, BridgeColumn } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ArgumentError, ContractError, HttpStatusError, TransportError } from '../../shared/domain/errors.ts';
import { tellAddress } from '../../shared/domain/upstream/explain-api-problem.ts';
import { type Check, type Finding, failed, ok, warning } from './check.ts';

export interface ApiPorts {
  readonly api: Pick<BridgeApi, 'listColumnMetadata' | 'listBuyerSignals'>;
  /** Milliseconds since the epoch, for each call: an attempt begins only if it can end before. */
  readonly deadline: () => number;
}

/** The columns that the checks have read so far, by bridge. */
export type KnownColumns = Map<string, readonly BridgeColumn[]>;

/**
 * One cheap call with the token: the columns of the first bridge, or the first signals of the first buyer. The
 * columns in the answer are put into `known`.
 */
export function checkApi(
  { api: settings, watch }: Pick<SignalpostConfig, 'api' | 'watch'>,
  known: KnownColumns,
  { api, deadline }: ApiPorts,
  fixToken: string,
): Omit<Check, 'needs'> {
  const [bridgeId] = watch.bridges;
  const [buyerId = ''] = watch.buyers;
  const isBuyer = bridgeId === undefined;
  const asked = isBuyer ? `the buyer ${buyerId}` : `the bridge ${bridgeId}`;
  return {
    name: 'the API',
    async run() {
      const call = { deadline: deadline() };
      try {
        if (isBuyer) {
          const { result } = await api.listBuyerSignals({ buyerId, pageSize: 20 }, call);
          for (const { bridge } of result) known.set(bridge.bridgeId.toLowerCase(), bridge.columns ?? []);
        } else {
          const { result } = await api.listColumnMetadata(bridgeId, call);
          known.set(
            bridgeId,
            result.map(({ column }) => column),
          );
        }
        return ok(`it accepts the token and knows ${asked}`);
      } catch (error) {
        const finding = judgeFailure(error, { asked, isBuyer }, fixToken, tellAddress(settings));
        if (finding === null) throw error;
        return finding;
      }
    },
  };
}

const fixAddress = 'check api.baseUrl in the config';

interface Asked {
  /** Of whom or what it was asked: `the buyer …` or `the bridge …`. */
  readonly asked: string;
  readonly isBuyer: boolean;
}

function judgeFailure(error: unknown, asked: Asked, fixToken: string, address: string): Finding | null {
  if (error instanceof HttpStatusError) return judgeStatus(error.status, asked, fixToken);
  if (error instanceof ContractError)
    return failed(`${address} answers, but not as a Bridge Data Access Service does`, fixAddress);
  if (error instanceof TransportError)
    return failed(
      `${address} can't be reached: ${withoutOperation(error.message)}`,
      `${fixAddress}, and the network`,
    );
  if (error instanceof ArgumentError) return failed(error.message, 'fix it in the config');
  return null;
}

function judgeStatus(status: number, { asked, isBuyer }: Asked, fixToken: string): Finding {
  if (status === 401) return failed('it rejected the token (401)', fixToken);
  if (status === 403) {
    const fix = `ask the owner of the token for access, or set another token: ${fixToken}`;
    return failed(`the token may not read ${asked} (403)`, fix);
  }
  if (status === 404) {
    const fix = `${fixAddress}, and the ids in watch`;
    // Some services answer so for a buyer without signals.
    return isBuyer
      ? warning(`it does not know ${asked}, or has no signal of it (404)`, fix)
      : failed(`it does not know ${asked} (404)`, fix);
  }
  if (status === 429) return failed('it has too many requests right now (429)', 'run this again in a minute');
  if (status >= 500) return failed(`it failed (${status})`, 'run this again later, or ask its operator');
  return failed(`it answered ${status}`, fixAddress);
}

/** The client's errors begin with the name of the call, which means nothing to an operator. */
function withoutOperation(message: string): string {
  return message.replace(/^\w+: /, '');
}
