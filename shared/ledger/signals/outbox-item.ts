import { limitSignal } from '../../domain/signals/limit-signal.ts';
import { keptText } from '../../domain/signals/limit-text.ts';
import type { NewSignal } from '../../domain/signals/recording.ts';
import { outboxKey } from '../items/keys.ts';
import type { Item } from '../table/table.ts';

export function outboxItems(signal: NewSignal, routeIds: readonly string[]): Item[] {
  const { content } = signal;
  const payload = 'raw' in content || routeIds.length === 0 ? {} : { text: keptText(content, limitSignal) };
  return routeIds.map((routeId) => ({
    ...outboxKey(routeId, signal.firstSeenAt, signal.signalId),
    buyerId: signal.buyerId,
    firstSeenAt: signal.firstSeenAt,
    hot: signal.hot,
    ...(signal.hotUnknown === true ? { hotUnknown: true } : {}),
    hotnessRank: signal.hotnessRank,
    // JSON text is exact: a column's name may hold what the table would change.
    ...(signal.hotBecause === undefined ? {} : { hotBecause: JSON.stringify(signal.hotBecause) }),
    releaseAt: signal.releaseAt,
    v: 1,
    ...payload,
  }));
}
