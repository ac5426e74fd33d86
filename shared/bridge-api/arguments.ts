import * as v from 'valibot';
import { isUuid } from '../domain/is-uuid.ts';
import { closed, listOf, oneOf, wholeUpTo } from './check-argument.ts';
import { isRecord } from './tolerant-schema.ts';

export type Operation = 'listColumnMetadata' | 'listBuyerSignals' | 'listBridgeRows' | 'getBuyerSummary';

/**
 * The arguments of the operations. They are checked before a call: for a misspelt name or value the service would return
 * a different list. Values that the contract leaves open are sent unchanged. Only the fields that are set are sent; the
 * defaults named here are the service's own.
 */

/** The types that a request may ask for. Answers may hold others. */
export const filterTypes = [
  'RFP',
  'Meeting',
  'Purchase',
  'Buyer',
  'Contact',
  'Signal',
  'Conference',
  'JobChange',
  'SequenceBuyer',
  'SequenceContact',
  'SequenceJobChange',
] as const;
export type FilterType = (typeof filterTypes)[number];

export const rowStatuses = ['New', 'Actioned', 'Saved', 'Attending', 'Sponsoring', 'NotInterested'] as const;

const relativeDatePeriods = [
  'LastOneDay',
  'LastSevenDays',
  'LastThirtyDays',
  'LastSixtyDays',
  'LastOneMonths',
  'LastTwoMonths',
  'LastThreeMonths',
  'LastSixMonths',
  'LastNineMonths',
  'LastYear',
  'LastTwoYears',
] as const;

const uuid = v.custom<string>(
  (value) => typeof value === 'string' && isUuid(value),
  'must be a UUID such as 0b9f5c1e-51d2-4c39-8f0e-0d2c3a4b5c6d',
);
/** From 1; default 1. */
const pageNumber = v.optional(wholeUpTo(Number.MAX_SAFE_INTEGER));

export const buyerSignalsQuery = closed('listBuyerSignals', {
  buyerId: uuid,
  /** Limits the list to signals of these bridges. */
  triggerIds: v.optional(listOf(uuid)),
  /** Default `Date`; always descending. */
  sort: v.optional(oneOf(['Date', 'Hotness'])),
  pageNumber,
  /** At least 1; default 10. Its upper bound is not contracted: trust the envelope. A page over 1,000 items is refused. */
  pageSize: v.optional(wholeUpTo(Number.MAX_SAFE_INTEGER)),
  filterType: v.optional(listOf(oneOf(filterTypes))),
  /** Default `New`. */
  status: v.optional(listOf(oneOf(rowStatuses))),
  /** Lower bound on the signal's date, which the answer does not include; default `LastOneMonths`. */
  relativeDatePeriodFrom: v.optional(oneOf(relativeDatePeriods)),
});
export type BuyerSignalsQuery = v.InferOutput<typeof buyerSignalsQuery>;

/** An id in a path can be any text, since it is encoded, except the few texts that can't be one path segment. */
export const pathId = v.pipe(
  v.string('must be text that is not empty'),
  v.minLength(1, 'must be text that is not empty'),
  v.notValues(['.', '..'], 'must be an id: in a URL this means a folder'),
  v.check((value) => value.isWellFormed(), 'must not contain half of a surrogate pair'),
);

/** Contracted but discouraged, except the last, which is not contracted: a service that does not map it answers 400. */
const entryFields: readonly unknown[] = ['entryId', 'entryName', 'triggeredAt', 'rowUpdatedAt'];

const sortColumn = v.custom<string>(
  (value) => entryFields.includes(value) || v.is(uuid, value),
  `must be a columnId (listColumnMetadata tells the columnId of each name), or one of ${entryFields.join(', ')}`,
);

const rowSort = v.looseObject(
  {
    /** A columnId, or a field of the entry. A column's name or key is refused. */
    column: sortColumn,
    /** `ASC` or `DESC` in known services. Not contracted, like any further field: they are sent unchanged. */
    direction: v.optional(v.unknown()),
  },
  ({ path }) => (path === undefined ? 'must be an object {column, direction}' : 'is required by a sort'),
);

const filterTerm = v.custom<Readonly<Record<string, unknown>>>(isRecord, 'must be an object');

export const bridgeRowsQuery = closed('listBridgeRows', {
  /** Any non-empty text: the contract does not require a UUID in a path. */
  bridgeId: pathId,
  /**
   * A row must satisfy every term; without terms or filters: all rows. The form of a term is not contracted: any object
   * is sent unchanged. In known services it is `{field, operation, value}`: docs/openapi.yaml lists them.
   */
  filters: v.optional(closed('filters', { terms: listOf(filterTerm) })),
  sorts: v.nullish(listOf(rowSort)),
  /** Full text. */
  query: v.nullish(v.string('must be text, or null')),
  pageNumber,
  /** 1 to 100; the client asks for 20 unless told otherwise (the service's own default is 10). */
  pageSize: v.optional(wholeUpTo(100)),
});
export type BridgeRowsQuery = v.InferOutput<typeof bridgeRowsQuery>;

const callEntries = {
  /**
   * Milliseconds since the epoch. An attempt starts only if its whole timeout (lists 15 s, summary 60 s) ends before
   * it; otherwise the last error is thrown, or a `TransportError` TIMEOUT before the first attempt.
   */
  deadline: v.optional(v.number('must be a number of milliseconds')),
  /**
   * The caller can do without the answer. The gate then does not count a failed call as a failure of the service.
   * Default false.
   */
  optional: v.optional(v.boolean('must be true or false')),
  /** Passed on to the gate, which may limit the calls of a purpose apart from others. */
  purpose: v.optional(v.string('must be text')),
  /** Aborts the call, its waits too; the call then rejects with the signal's reason. */
  signal: v.optional(v.instance(AbortSignal, 'must be an AbortSignal')),
};
export const callOptions = v.optional(closed('a call', callEntries));
export type CallOptions = NonNullable<v.InferOutput<typeof callOptions>>;

export const rowPagesOptions = v.optional(
  closed('a call', {
    ...callEntries,
    /**
     * Reads that many pages at once after the first, ten at most, for a caller that wants all of them. They are read one
     * after the other once one fails, or if the list changes meanwhile. Default 1.
     */
    pagesAtOnce: v.optional(wholeUpTo(10)),
  }),
);
export type RowPagesOptions = NonNullable<v.InferOutput<typeof rowPagesOptions>>;

/** Of the options of a client: their names, and the only value that the compiler may not know. */
export const clientOptions = closed('createBridgeApi', {
  baseUrl: v.unknown(),
  token: v.unknown(),
  fetch: v.unknown(),
  clock: v.unknown(),
  random: v.unknown(),
  arrayParameters: v.optional(oneOf(['repeat', 'comma'])),
  gate: v.optional(v.unknown()),
  onRequest: v.optional(v.unknown()),
});
