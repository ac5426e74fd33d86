import type { BridgeApi, BridgeColumn } from '../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { HttpStatusError } from '../../shared/domain/errors.ts';
import { explainApiProblem } from '../../shared/domain/upstream/explain-api-problem.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import { tellError } from '../words/tell-error.ts';
import { type Check, failed, ok, warning } from './check.ts';

export interface ApiPorts {
  readonly api: Pick<BridgeApi, 'listColumnMetadata' | 'listBuyerSignals'>;
  /** Milliseconds since the epoch, for each call: an attempt begins only if it can end before. */
  readonly deadline: () => number;
}

/** The names of the columns that the checks have read so far, by bridge; null if the API knows no such bridge. */
export type KnownColumns = Map<string, readonly string[] | null>;

export function namesOf(columns: readonly BridgeColumn[]): string[] {
  return columns.flatMap(({ name }) => name ?? []);
}

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
  const what = isBuyer ? 'buyer' : 'bridge';
  return {
    name: 'the API',
    async run() {
      const call = { deadline: deadline() };
      try {
        if (isBuyer) {
          const { result } = await api.listBuyerSignals({ buyerId, pageSize: 20 }, call);
          for (const { bridge } of result)
            known.set(bridge.bridgeId.toLowerCase(), namesOf(bridge.columns ?? []));
        } else {
          const { result } = await api.listColumnMetadata(bridgeId, call);
          known.set(bridgeId, namesOf(result.map(({ column }) => column)));
        }
        return ok(`it accepts the token and knows the ${what} ${bridgeId ?? buyerId}`);
      } catch (error) {
        if (upstreamProblem(error) === null) throw error;
        const status = error instanceof HttpStatusError ? error.status : null;
        if (status === 401) return failed('it rejected the token (401)', fixToken);
        if (status === 404 && !isBuyer && (await isIdOfBuyer(bridgeId, { api, deadline })))
          return failed(`${bridgeId} in watch.bridges is the id of a buyer`, 'move it to watch.buyers');
        const explained = explainApiProblem(tellError(error), what, settings);
        // The name of the call in front means nothing to an operator.
        const [found = '', ...fix] = explained.replace(/^\w+: /, '').split('; ');
        // Some services answer so for a buyer without signals.
        const judge = status === 404 && isBuyer ? warning : failed;
        return judge(found, fix.join('; ') || 'check api.baseUrl in the config, or run this again later');
      }
    },
  };
}

/** Both ids look alike, and the service says only that it knows no such bridge. */
async function isIdOfBuyer(buyerId: string, { api, deadline }: ApiPorts): Promise<boolean> {
  try {
    const { result } = await api.listBuyerSignals({ buyerId, pageSize: 20 }, { deadline: deadline() });
    return result.length > 0;
  } catch (error) {
    if (upstreamProblem(error) === null) throw error;
    return false;
  }
}
