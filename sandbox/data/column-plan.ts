import type { ColumnMetadata, FieldFormat } from '../../shared/bridge-api/index.ts';
import type { Buyer } from './buyers.ts';
import type { Draw } from './draw.ts';

export type ColumnFormat =
  | 'text'
  | 'date'
  | 'url'
  | 'number'
  | 'enumeration'
  | 'list'
  | 'obj'
  | 'json'
  | 'phone'
  | 'email'
  | 'boolean'
  | 'currencyUnit';

/** The inputs for a column's cell. */
export interface RowDraft {
  readonly draw: Draw;
  /** Null for a row that belongs to no buyer, such as a national conference. */
  readonly buyer: Buyer | null;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly signalDate: number;
  readonly arrivedAt: number;
  /** 0 to 1. */
  readonly hotness: number;
}

/** A value of an enumeration whose label is another text. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ColumnPlan {
  readonly name: string;
  readonly format: ColumnFormat;
  readonly description: string;
  /** The prompt of a web agent or a generator. */
  readonly prompt?: string;
  readonly choices?: readonly (string | Choice)[];
  /** Of a `currencyUnit`, by ISO 4217. @default 'USD' */
  readonly currency?: string;
  readonly outputFields?: FieldFormat['outputFields'];
  /** Computed by the service after the row arrived, so its cell has a processing status. */
  readonly computed?: boolean;
  readonly settings?: ColumnSettings;
  fill(row: RowDraft): unknown;
}

export type ColumnSettings =
  | { readonly kind: 'web-agent' }
  /** `toBridge`: the distance to the source in the list of bridges, which wraps around. */
  | {
      readonly kind: 'reference';
      readonly toBridge: number;
      readonly includedStatuses: readonly string[];
    }
  | {
      readonly kind: 'vendor-presence';
      readonly value: NonNullable<ColumnMetadata['vendorPresenceSettings']>;
    }
  | { readonly kind: 'email'; readonly value: NonNullable<ColumnMetadata['emailGenerationSettings']> }
  | { readonly kind: 'webhook'; readonly path: string }
  | { readonly kind: 'basis'; readonly fields: readonly string[] };

export interface BridgePlan {
  readonly filterType: string;
  readonly name: string;
  /** Some rows are about a project of their buyer that rows of other such bridges are about, too. */
  readonly sharesProjects?: true;
  /** The type of `row.entity`; null if the rows have none. */
  readonly entityType: string | null;
  readonly columns: readonly ColumnPlan[];
  rowName(draw: Draw, buyer: Buyer | null): string;
}
