import { createMemory } from './memory.ts';

/**
 * The violated invariant, by its number in ADR 0020. `code` is a programming error, `grant` a use of the ledger that the
 * function's deployed role would deny, `config` an action that the config forbids.
 */
export type InvariantId =
  | `I${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29}`
  | 'code'
  | 'config'
  | 'grant';

export interface Violation {
  readonly invariant: InvariantId;
  readonly what: string;
}

export type Oracle = ReturnType<typeof createOracle>;

/** Sees everything: upstream's lists, every commit, every sent byte. It never influences the functions. */
export function createOracle(trace: string[] | null) {
  let first: Violation | null = null;
  return {
    memory: createMemory(),
    get violation(): Violation | null {
      return first;
    },
    violate(invariant: InvariantId, what: string): void {
      trace?.push(`VIOLATION of ${invariant}: ${what}`);
      first ??= { invariant, what };
    },
  };
}
