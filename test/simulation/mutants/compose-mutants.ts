import type { Mutant } from './mutant.ts';

/** Of composing digests, and of waiting for summaries. */
export const composeMutants: readonly Mutant[] = [
  {
    name: 'hot-signals-wait-for-ever',
    killedAt: { seed: 1, schedule: 3 },
    source: [
      {
        file: 'shared/domain/routes/delay.ts',
        from: 'if (releaseAt === null || releaseAt <= from || !isPast(firstSeenAt, from)) return null;',
        to: 'if (releaseAt === null || !isPast(firstSeenAt, from)) return null;',
      },
    ],
  },
  {
    name: 'entries-that-wait-fill-a-reading',
    killedAt: { seed: 1, schedule: 765 },
    source: [
      {
        file: 'functions/compose-digests/read-slot.ts',
        from: 'else delays.push(delay);',
        to: "else if (delay.reason === 'summary') kept.add(entry, delay.until);\n      else delays.push(delay);",
      },
    ],
  },
  {
    name: 'a-time-that-was-missed-is-not-made-up-for',
    killedAt: { seed: 1, schedule: 87 },
    source: [
      {
        file: 'shared/domain/routes/due.ts',
        from: 'return first !== null && first <= now;',
        to: 'return first !== null && first <= now && first > now - 60_000;',
      },
    ],
  },
  {
    name: 'hot-signals-wait-for-nothing',
    killedAt: { seed: 1, schedule: 1 },
    source: [
      {
        file: 'shared/domain/routes/delay.ts',
        from: 'if (releaseAt === null || releaseAt <= from || !isPast(firstSeenAt, from)) return null;',
        to: 'if (from > 0) return null;',
      },
    ],
  },
  {
    name: 'summary-is-never-asked-for-again',
    killedAt: { seed: 1, schedule: 1 },
    source: [
      {
        file: 'shared/ledger/signals/summaries.ts',
        from: "set: dueAttributes(key, answer.askAgainAt), remove: ['leaseUntil'] }",
        to: 'remove: undue }',
      },
    ],
  },
  {
    name: 'released-signals-are-counted-again',
    killedAt: { seed: 1, schedule: 4411 },
    source: [
      {
        file: 'functions/compose-digests/compose-digests.ts',
        from: 'const fresh = reading.entries.filter((entry) => !entry.released);',
        to: 'const fresh = reading.entries;',
      },
    ],
  },
  {
    name: 'a-flood-sets-hot-signals-aside',
    killedAt: { seed: 1, schedule: 644 },
    source: [
      {
        file: 'shared/domain/signals/flood.ts',
        from: 'const hot = entries.filter(isHot);',
        to: 'const hot: readonly Entry[] = [];',
      },
      {
        file: 'shared/domain/signals/flood.ts',
        from: 'const others = entries.filter((entry) => !isHot(entry)).sort(newestFirst);',
        to: 'const others = entries.toSorted(newestFirst);',
      },
    ],
  },
  {
    name: 'what-was-kept-is-dropped',
    killedAt: { seed: 1, schedule: 89 },
    among: { coincidence: 'kept flood' },
    source: [
      {
        file: 'shared/domain/signals/flood.ts',
        from: 'const wasKept = keptUntil !== null && isPast(firstSeenAt, keptUntil);',
        to: 'const wasKept = keptUntil !== null && keptUntil < 0;',
      },
    ],
  },
  {
    name: 'what-a-mute-held-is-dropped',
    killedAt: { seed: 1, schedule: 531 },
    among: { coincidence: 'muted flood' },
    source: [
      {
        file: 'shared/domain/signals/flood.ts',
        from: 'const wasMuted = muteOf(mutes, route.id, entry, firstSeenAt - clocksMs) !== null;',
        to: 'const wasMuted = muteOf([], route.id, entry, firstSeenAt - clocksMs) !== null;',
      },
    ],
  },
  {
    name: 'what-waited-for-long-is-dropped',
    killedAt: { seed: 1, schedule: 113 },
    source: [
      {
        file: 'shared/domain/signals/flood.ts',
        from: 'const wasLeft = firstSeenAt <= earlier;',
        to: 'const wasLeft = firstSeenAt < 0;',
      },
    ],
  },
  {
    name: 'drops-for-a-route-that-was-disabled-meanwhile',
    killedAt: { seed: 4, schedule: 134_951 },
    among: { coincidence: 'kept flood' },
    source: [
      {
        file: 'shared/ledger/routes/routes.ts',
        from: 'return all(isEnabled, ',
        to: 'return all(',
      },
    ],
  },
  {
    name: 'more-members-than-a-transaction-takes',
    killedAt: { seed: 1, schedule: 795 },
    among: { shape: 'wide', coincidence: 'crowd' },
    source: [
      {
        file: 'shared/domain/signals/split-parts.ts',
        from: 'export const mostMembers = 95;',
        to: 'export const mostMembers = 130;',
      },
    ],
  },
];
