import { type CountedMessage, noMessages, type SentMessages } from '../../domain/routes/pace.ts';
import { sentKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { equals, missing } from '../table/conditions.ts';
import { numberOf } from '../table/read-item.ts';
import type { TableWrite } from '../table/table.ts';

export function createSentMessages({ table }: LedgerPorts) {
  return {
    /** The messages that count for a route's limit. */
    async readSent(routeId: string): Promise<SentMessages> {
      const item = await table.get(sentKey(routeId));
      if (item === undefined) return noMessages;
      const { times } = item;
      return {
        counted: numberOf(item, 'counted') ?? 0,
        times: Array.isArray(times) ? times.filter((time) => typeof time === 'number') : [],
      };
    },
  };
}

/** Fails if another message of the route was counted meanwhile: it may have been the last that the limit permits. */
export function putSent(routeId: string, { before, after }: CountedMessage): TableWrite {
  const condition = before.counted === 0 ? missing('counted') : equals('counted', before.counted);
  const item = { ...sentKey(routeId), counted: after.counted, times: after.times, v: 1 };
  return { kind: 'put', item, condition };
}
