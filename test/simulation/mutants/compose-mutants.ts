import type { Mutant } from './mutant.ts';

/** Of composing digests, and of waiting for summaries. */
export const composeMutants: readonly Mutant[] = [
  {
    name: 'hot-signals-wait-for-ever',
    killedAt: { seed: 1, schedule: 3 },
    source: [
      {
        file: 'shared/domain/signals/outbox.ts',
        from: 'if (entry.releaseAt === null || entry.releaseAt <= now) return true;',
        to: 'if (entry.releaseAt === null) return true;',
      },
    ],
  },
  {
    name: 'entries-that-wait-fill-a-reading',
    killedAt: { seed: 1, schedule: 765 },
    source: [
      {
        file: 'functions/compose-digests/read-slot.ts',
        from: 'if (waits && (rule === null || isReleased)) {',
        to: 'if (waits) kept.push(entry);\n      if (waits && (rule === null || isReleased)) {',
      },
    ],
  },
  {
    name: 'a-time-that-was-missed-is-not-made-up-for',
    killedAt: { seed: 1, schedule: 3 },
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
        file: 'shared/domain/signals/outbox.ts',
        from: 'if (entry.releaseAt === null || entry.releaseAt <= now) return true;',
        to: 'if (now > 0) return true;',
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
        file: 'functions/compose-digests/hold-flood.ts',
        from: 'const fresh = entries.filter((entry) => !entry.released);',
        to: 'const fresh = entries;',
      },
    ],
  },
  {
    name: 'a-flood-sets-hot-signals-aside',
    killedAt: { seed: 1, schedule: 644 },
    source: [
      {
        file: 'shared/domain/signals/flood.ts',
        from: 'const hot = inFlood.filter(isHot);',
        to: 'const hot: readonly Entry[] = [];',
      },
      {
        file: 'shared/domain/signals/flood.ts',
        from: 'const others = inFlood.filter((entry) => !isHot(entry)).sort(newestFirst);',
        to: 'const others = inFlood.sort(newestFirst);',
      },
    ],
  },
  {
    name: 'what-was-kept-is-dropped',
    killedAt: { seed: 1, schedule: 891 },
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
    killedAt: { seed: 4, schedule: 138_351 },
    among: { coincidence: 'kept flood' },
    source: [
      {
        file: 'shared/ledger/signals/flood-holding.ts',
        from: 'const condition = isHeld ? isOpen : all(isOpen, mayDrop(keptUntil));',
        to: 'const condition = isOpen;',
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
        from: 'export const mostMembers = 97;',
        to: 'export const mostMembers = 130;',
      },
    ],
  },
];
