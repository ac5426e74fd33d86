import { seededRandom } from '../support/seeded-random.ts';
import type { Program } from './watched-process.ts';

/** When a round's process is killed. Times in milliseconds. */
export type KillMoment =
  /** After its start, while it may still be opening its state. */
  | { readonly kind: 'starting'; readonly afterMs: number }
  /** After its first call upstream. */
  | { readonly kind: 'working'; readonly afterMs: number }
  /** After so many requests reached the receiver, before or just after the last of them is answered. */
  | { readonly kind: 'delivering'; readonly requests: number; readonly afterMs: number };

export interface RoundPlan {
  readonly program: Program;
  readonly moment: KillMoment;
  /** Asked of the service for the round's first calls; null for none. */
  readonly upstreamFault: { readonly kind: string; readonly calls: number; readonly status?: number } | null;
}

/** The rounds of a seed: what runs, what fails upstream, and when the kill comes. The same seed plans the same. */
export function planRounds(rounds: number, seed: number): RoundPlan[] {
  const random = seededRandom(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[between(0, choices.length - 1)] ?? choices[0];

  const moment = (): KillMoment => {
    const kind = pick<KillMoment['kind']>([
      'starting',
      'working',
      'working',
      'working',
      'delivering',
      'delivering',
      'delivering',
    ]);
    if (kind === 'starting') return { kind, afterMs: between(0, 700) };
    if (kind === 'working') return { kind, afterMs: between(0, 900) };
    return { kind, requests: between(1, 6), afterMs: between(0, 8) };
  };
  return Array.from({ length: rounds }, () => ({
    program: pick<Program>(['fast', 'fast', 'fast', 'run', 'once']),
    moment: moment(),
    upstreamFault: pick([
      null,
      null,
      null,
      { kind: 'status', calls: between(1, 4), status: 503 },
      { kind: 'cut', calls: between(1, 4) },
      { kind: 'garbage', calls: between(1, 2) },
    ]),
  }));
}
