import type { Mutant } from './mutant.ts';

/** Of composing digests, and of waiting for summaries. */
export const composeMutants: readonly Mutant[] = [
  {
    name: 'hot-signals-wait-for-ever',
    killedAt: { seed: 1, schedule: 980 },
    source: [
      {
        file: 'shared/domain/outbox.ts',
        from: 'if (entry.releaseAt === null || entry.releaseAt <= now) return true;',
        to: 'if (entry.releaseAt === null) return true;',
      },
    ],
  },
  {
    name: 'entries-that-wait-fill-a-reading',
    killedAt: { seed: 1, schedule: 5_998 },
    source: [
      {
        file: 'functions/compose-digests/read-slot.ts',
        from: 'if (waits && (rule === null || isReleased)) {',
        to: 'full += Number(waits);\n      if (waits && (rule === null || isReleased)) {',
      },
    ],
  },
];
