import { drawFor } from '../data/draw.ts';
import type { RowStore } from '../rows/row-store.ts';

const staleAgeMs = 9 * 24 * 60 * 60 * 1_000;
const defaultReadyAfterMs = 3_000;

export const summaryStates = ['ready', 'generating', 'stale', 'none'] as const;
export type SummaryState = (typeof summaryStates)[number];

/** Times in milliseconds since the epoch. */
interface KnownSummary {
  state: SummaryState;
  /** Null while there is none. */
  generatedAt: number | null;
  /** Counted from the first request. */
  readonly readyAfterMs: number;
  /** Null until it is asked for. */
  readyAt: number | null;
}

/** The state of each buyer's summary. The first request starts the generation, which ends after a delay. */
export class SummaryStates {
  readonly #store: RowStore;
  readonly #known = new Map<string, KnownSummary>();

  constructor(store: RowStore) {
    this.#store = store;
  }

  /** `none` for a buyer without a row. `now` in milliseconds since the epoch. */
  ask(buyerId: string, now: number): Pick<KnownSummary, 'state' | 'generatedAt'> {
    if (this.#store.of(buyerId).length === 0) return { state: 'none', generatedAt: null };
    const known = this.#known.get(buyerId) ?? this.set(buyerId, this.#firstState(buyerId), now);
    if (known.state === 'ready' || known.state === 'none') return known;
    if (known.readyAt === null) known.readyAt = now + known.readyAfterMs;
    else if (now >= known.readyAt) {
      known.state = 'ready';
      known.generatedAt = known.readyAt;
    }
    return known;
  }

  set(buyerId: string, state: SummaryState, now: number, readyAfterMs = defaultReadyAfterMs): KnownSummary {
    const generatedAt = { ready: now, stale: now - staleAgeMs, generating: null, none: null }[state];
    const known = { state, generatedAt, readyAfterMs, readyAt: null };
    this.#known.set(buyerId, known);
    return known;
  }

  #firstState(buyerId: string): SummaryState {
    const lot = drawFor(this.#store.world.plan.seed, 'summary state', buyerId).next();
    return lot < 0.7 ? 'ready' : lot < 0.85 ? 'generating' : 'stale';
  }
}
