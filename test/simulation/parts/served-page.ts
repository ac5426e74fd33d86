/** A page that upstream served for one request, if the answer arrived. */
export interface ServedPage {
  readonly period: string;
  readonly order: string;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly totalPages: number;
  readonly totalItems: number;
  readonly signalIds: readonly string[];
  /** By the clock of the instance that asked. */
  readonly askedAt: number;
  /** The instance that asked. */
  readonly by: number;
}
