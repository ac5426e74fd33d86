import { type BridgeApi, type FilterType, rowStatuses } from '../../shared/bridge-api/index.ts';
import type { TypesQuery } from './ports.ts';

/**
 * Whether the list of a buyer, filtered by types, still has signals of a bridge; null if the answer does not tell. One
 * item is enough, of whatever status and date.
 */
export async function listsTypes(
  api: BridgeApi,
  { buyerId, bridgeId, types }: TypesQuery,
  deadline: number,
): Promise<boolean | null> {
  const query = {
    ...{ buyerId, triggerIds: [bridgeId], filterType: types as FilterType[], pageSize: 1 },
    ...{ status: rowStatuses, relativeDatePeriodFrom: 'LastTwoYears' as const },
  };
  // The lane of columns: neither lists nor ranks wait for it, or pause if it fails.
  const call = { deadline, optional: true, purpose: 'columns' };
  const { result, totalItems } = await api.listBuyerSignals(query, call);
  if (result.length === 0) return totalItems === 0 ? false : null;
  const isOfBridge = result.every(({ bridge }) => bridge.bridgeId.toLowerCase() === bridgeId);
  return isOfBridge ? true : null;
}
