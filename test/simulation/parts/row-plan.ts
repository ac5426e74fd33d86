export interface RowPlan {
  readonly index: number;
  readonly rowId: string;
  readonly bridgeId: string;
  readonly buyerId: string;
  readonly arrivesAt: number;
  /** What upstream filters and sorts by; never in an answer. It may lie weeks before the arrival. */
  readonly signalDate: number;
  readonly hotness: number;
  readonly score: number;
  /** It is shown before its score is worked out, which is done when the row first changes, or never. */
  readonly scoredLate?: boolean;
  /** The column `Stage`, whose value is computed after its arrival; a `word` of null turns out to be empty. */
  readonly stage?: { readonly word: string | null; readonly knownAt: number };
  readonly owner?: string;
  /** Cannot be read as a signal: it has no row id. */
  readonly unreadable?: boolean;
  /** How long the rows of its bridge lag behind its changes; null when they never show it. */
  readonly rowLagMs: number | null;
  /** A column of 310 KB, which goes to object storage. */
  readonly large?: boolean;
  /** The length of one more text, in letters; absent for none. */
  readonly textLength?: number;
  /** When it says that it was created; null or absent where it doesn't say. */
  readonly createdAt?: number | null;
  /** The last day on which something can be handed in, as `2026-12-10`; the world may go on after it. @default by its number */
  readonly due?: string;
  /** How far ahead of the truth its `updatedAt` lies. */
  readonly updatedAheadMs?: number;
  /** How far its times are off, since they are local times that are written as UTC. */
  readonly zoneMs?: number;
  /** Its times come without a zone. */
  readonly isBare?: boolean;
}

/**
 * What upstream's users do to a row, and `compute`, which shows its stage. `touch` moves its `updatedAt` and nothing else; `move` lists it under another
 * buyer; `respell` writes its ids in capitals from then on; `delete` takes it out of the list and of its bridge's rows.
 */
export interface UpstreamChange {
  readonly at: number;
  readonly row: number;
  readonly kind: 'arrive' | 'act' | 'return' | 'touch' | 'move' | 'respell' | 'compute' | 'delete';
  /** Only of a move. */
  readonly buyerId?: string;
}

export function inOrder<Change extends PeacefulArrival>(changes: readonly Change[]): Change[] {
  return changes.toSorted((a, b) => a.at - b.at || a.row - b.row);
}

/** Rows that arrive once faults have stopped: when each must be recorded is known then. */
export type PeacefulArrival = Pick<UpstreamChange, 'at' | 'row'>;
