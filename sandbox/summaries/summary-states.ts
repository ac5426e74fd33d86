import { drawFor } from '../data/draw.ts';
import type { RowStore } from '../store/row-store.ts';

const hourMs = 60 * 60 * 1_000;
const staleAgeMs = 9 * 24 * hourMs;

export const summaryStates = ['ready', 'generating', 'stale', 'none'] as const;
export type SummaryState = (typeof summaryStates)[number];

/** `generatedAt` in milliseconds since the epoch: the content covers the rows until then; null while there is none. */
export interface SummaryStanding {
  readonly state: SummaryState;
  readonly generatedAt: number | null;
}

/** The state of each buyer's summary. The first request starts the generation, which ends after a delay. */
export class SummaryStates {
  readonly #store: RowStore;
  readonly #delayMs: number;

  constructor(store: RowStore, delayMs: number) {
    this.#store = store;
    this.#delayMs = delayMs;
  }

  /** `none` for a buyer without a row. `now` in milliseconds since the epoch. */
  ask(buyerId: string, now: number): SummaryStanding {
    if (!this.#store.isTracked(buyerId)) return { state: 'none', generatedAt: null };
    const known = this.#store.prepare('SELECT * FROM summaries WHERE buyer_id = ?').get(buyerId);
    if (!known) {
      this.set(buyerId, this.#firstState(buyerId), now);
      return this.ask(buyerId, now);
    }
    const state = known.state as SummaryState;
    const generatedAt = known.generated_at === null ? null : Number(known.generated_at);
    if (state === 'ready' || state === 'none') return { state, generatedAt };
    if (known.ready_at === null) {
      const readyAt = now + Number(known.ready_after_ms ?? this.#delayMs);
      this.#store.prepare('UPDATE summaries SET ready_at = ? WHERE buyer_id = ?').run(readyAt, buyerId);
      return { state, generatedAt };
    }
    const readyAt = Number(known.ready_at);
    if (now < readyAt) return { state, generatedAt };
    this.#store
      .prepare("UPDATE summaries SET state = 'ready', generated_at = ? WHERE buyer_id = ?")
      .run(readyAt, buyerId);
    return { state: 'ready', generatedAt: readyAt };
  }

  /** `readyAfterMs` counts from the first request; undefined for the sandbox's own delay. */
  set(buyerId: string, state: SummaryState, now: number, readyAfterMs?: number): void {
    const generatedAt = { ready: now, stale: now - staleAgeMs, generating: null, none: null }[state];
    this.#store
      .prepare('INSERT OR REPLACE INTO summaries VALUES (?, ?, ?, NULL, ?)')
      .run(buyerId, state, readyAfterMs ?? null, generatedAt);
  }

  #firstState(buyerId: string): SummaryState {
    const lot = drawFor(this.#store.world.plan.seed, 'summary state', buyerId).next();
    return lot < 0.7 ? 'ready' : lot < 0.85 ? 'generating' : 'stale';
  }
}
