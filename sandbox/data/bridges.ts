import type { ColumnMetadata, FieldFormat } from '../../shared/bridge-api/index.ts';
import type { BridgePlan, ColumnFormat, ColumnPlan } from './column-plan.ts';
import { drawFor } from './draw.ts';
import { boardMeetings, conferences, contractEnds, newsSignals, tenders } from './organization-bridges.ts';
import { buyerProfiles, contacts, jobChanges, sequences } from './people-bridges.ts';

/** With eleven bridges each filter type appears once; more bridges repeat them with a number after the name. */
const plans: readonly BridgePlan[] = [
  tenders,
  boardMeetings,
  contractEnds,
  jobChanges,
  conferences,
  contacts,
  buyerProfiles,
  newsSignals,
  ...sequences,
];

const webAgentModels = [
  'Core',
  'Lite',
  'Base',
  'Core2X',
  'Pro',
  'Ultra',
  'UltraTwoX',
  'UltraFourX',
  'UltraEightX',
];

export interface Column {
  readonly columnId: string;
  readonly name: string;
  readonly format: ColumnFormat;
  readonly computed: boolean;
  readonly plan: ColumnPlan;
}

export interface BridgeRecord {
  /** From 1. */
  readonly no: number;
  readonly bridgeId: string;
  readonly name: string;
  readonly filterType: string;
  readonly plan: BridgePlan;
  readonly columns: readonly Column[];
  readonly metadata: readonly ColumnMetadata[];
}

export function makeBridges(seed: number, count: number): BridgeRecord[] {
  const bridgeIds = Array.from({ length: count }, (_, index) => drawFor(seed, 'bridge', index).uuid);
  return bridgeIds.map((bridgeId, index) => {
    const plan = plans[index % plans.length];
    if (!plan) throw new RangeError('there is no plan for a bridge');
    const round = Math.floor(index / plans.length);
    const columns = plan.columns.map((column, place) => ({
      columnId: drawFor(seed, 'column', index, place).uuid,
      name: column.name,
      format: column.format,
      computed: column.computed === true,
      plan: column,
    }));
    return {
      no: index + 1,
      bridgeId,
      name: round === 0 ? plan.name : `${plan.name} ${round + 1}`,
      filterType: plan.filterType,
      plan,
      columns,
      metadata: columns.map((column, place) => describeColumn(column, place, index, bridgeIds)),
    };
  });
}

function describeColumn(
  { columnId, plan }: Column,
  place: number,
  bridgeIndex: number,
  bridgeIds: readonly string[],
): ColumnMetadata {
  const bridgeId = bridgeIds[bridgeIndex] ?? '';
  const { hasAgent, toBridge, basis = [], settings } = plan;
  const source = (bridgeIndex + (toBridge ?? 0) + bridgeIds.length) % bridgeIds.length;
  return {
    columnId,
    bridgeId,
    column: {
      columnId,
      bridgeId,
      name: plan.name,
      ...(plan.prompt === undefined ? {} : { prompt: plan.prompt }),
      fieldFormat: describeFormat(plan),
      index: place,
      key: plan.name.toLowerCase().replaceAll(' ', '_'),
    },
    additionalFields: basis.map((field) => ({
      key: `${columnId}$basis:${field}`,
      name: field,
      fieldFormat: { description: `The ${field} of a contact`, baseFormat: 'text' },
    })),
    webAgentModel: hasAgent ? (webAgentModels[(place + bridgeIndex) % webAgentModels.length] ?? null) : null,
    webhookUrl: null,
    ...(toBridge === undefined
      ? {}
      : { linkSettings: { sourceBridgeId: bridgeIds[source] ?? null, includedStatuses: ['New', 'Saved'] } }),
    ...settings,
  };
}

function describeFormat({ description, format, choices, outputFields, currency }: ColumnPlan): FieldFormat {
  const fields = Object.entries(outputFields ?? {});
  return {
    description,
    baseFormat: format,
    ...(choices ? { enumerationValues: choices } : {}),
    ...(outputFields ? { outputFields: fields.map(([name, means]) => ({ name, description: means })) } : {}),
    ...(format === 'currencyUnit' ? { currency: currency ?? 'USD' } : {}),
  };
}
