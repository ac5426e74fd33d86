import type { ColumnMetadata } from '../../shared/bridge-api/index.ts';
import { bridgePlans } from './bridge-plans.ts';
import { buyerColumn, type ColumnPlan, matchScore } from './columns.ts';
import { drawFor } from './draw.ts';

export interface Column extends ColumnPlan {
  readonly columnId: string;
}

export type BridgeRecord = ReturnType<typeof makeBridges>[number];

export function makeBridges(seed: number, count: number) {
  const organizerId = drawFor(seed, 'organizer').uuid;
  const bridgeIds = Array.from({ length: count }, (_, index) => drawFor(seed, 'bridge', index).uuid);
  return bridgeIds.map((bridgeId, index) => {
    const plan = bridgePlans[index % bridgePlans.length];
    if (!plan) throw new RangeError('there is no plan for a bridge');
    const round = Math.floor(index / bridgePlans.length);
    const next = bridgeIds[(index + 1) % count] ?? bridgeId;
    const planned = [buyerColumn, ...plan.columns, ...(plan.isUnscored ? [] : [matchScore])];
    const columns = planned.map((column, place) => ({
      ...column,
      columnId: drawFor(seed, 'column', index, place).uuid,
    }));
    return {
      ...plan,
      name: round === 0 ? plan.name : `${plan.name} ${round + 1}`,
      bridgeId,
      organizerId,
      columns,
      metadata: columns.map((column, place) => describeColumn(column, place, bridgeId, next)),
    };
  });
}

function describeColumn(
  { columnId, name, format, description, prompt, fieldFormat, toNextBridge, basis = [], settings }: Column,
  place: number,
  bridgeId: string,
  nextBridgeId: string,
): ColumnMetadata {
  return {
    columnId,
    bridgeId,
    column: {
      columnId,
      bridgeId,
      name,
      ...(prompt === undefined ? {} : { prompt }),
      fieldFormat: { description, baseFormat: format, ...fieldFormat },
      index: place,
      key: name.toLowerCase().replaceAll(' ', '_'),
    },
    additionalFields: basis.map((field) => ({
      key: `${columnId}$basis:${field}`,
      name: field,
      fieldFormat: { description: `The ${field} of a contact`, baseFormat: 'text' },
    })),
    webAgentModel: null,
    webhookUrl: null,
    ...(toNextBridge ? { linkSettings: { sourceBridgeId: nextBridgeId, includedStatuses: ['New'] } } : {}),
    ...settings,
  };
}
