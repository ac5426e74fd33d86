import type { BridgeColumn, ColumnMetadata, FieldFormat } from '../../shared/bridge-api/index.ts';
import type { BridgePlan, Choice, ColumnFormat, ColumnPlan } from './column-plan.ts';
import { drawFor } from './draw.ts';
import { boardMeetings, conferences, newsSignals } from './event-bridges.ts';
import {
  buyerProfiles,
  contacts,
  jobChanges,
  sequenceBuyers,
  sequenceContacts,
  sequenceJobChanges,
} from './people-bridges.ts';
import { contractEnds, tenders } from './tender-bridges.ts';

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
  sequenceBuyers,
  sequenceContacts,
  sequenceJobChanges,
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
  /** Its number in the store. */
  readonly no: number;
  readonly columnId: string;
  readonly name: string;
  readonly format: ColumnFormat;
  readonly computed: boolean;
  readonly plan: ColumnPlan;
}

export interface BridgeRecord {
  /** Its number in the store, from 1. */
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
      no: (index + 1) * 100 + place,
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
  const column: BridgeColumn = {
    columnId,
    bridgeId,
    name: plan.name,
    ...(plan.prompt === undefined ? {} : { prompt: plan.prompt }),
    fieldFormat: describeFormat(plan),
    index: place,
    key: plan.name.toLowerCase().replaceAll(' ', '_'),
  };
  return {
    columnId,
    bridgeId,
    column,
    additionalFields: basisFields(columnId, plan),
    webAgentModel: null,
    webhookUrl: null,
    ...describeSettings(plan, place, bridgeIndex, bridgeIds),
  };
}

function describeFormat(plan: ColumnPlan): FieldFormat {
  return {
    description: plan.description,
    baseFormat: plan.format,
    ...(plan.choices ? { enumerationValues: plan.choices.map(describeChoice) } : {}),
    ...(plan.outputFields ? { outputFields: plan.outputFields } : {}),
    ...(plan.format === 'currencyUnit' ? { currency: plan.currency ?? 'USD' } : {}),
  };
}

function describeChoice(choice: string | Choice): Choice {
  return typeof choice === 'string' ? { value: choice, label: choice } : choice;
}

function basisFields(columnId: string, { settings }: ColumnPlan): ColumnMetadata['additionalFields'] {
  if (settings?.kind !== 'basis') return [];
  return settings.fields.map((field) => ({
    key: `${columnId}$basis:${field}`,
    name: field,
    fieldFormat: { description: `The ${field} of a contact`, baseFormat: 'text' },
  }));
}

function describeSettings(
  { settings }: ColumnPlan,
  place: number,
  bridgeIndex: number,
  bridgeIds: readonly string[],
): Partial<ColumnMetadata> {
  switch (settings?.kind) {
    case 'web-agent':
      return { webAgentModel: webAgentModels[(place + bridgeIndex) % webAgentModels.length] ?? null };
    case 'reference': {
      const source = (bridgeIndex + settings.toBridge + bridgeIds.length) % bridgeIds.length;
      return {
        linkSettings: {
          sourceBridgeId: bridgeIds[source] ?? null,
          includedStatuses: settings.includedStatuses,
        },
      };
    }
    case 'vendor-presence':
      return { vendorPresenceSettings: settings.value };
    case 'email':
      return { emailGenerationSettings: settings.value };
    case 'webhook':
      return { webhookUrl: `https://hooks.example/${settings.path}` };
    default:
      return {};
  }
}
