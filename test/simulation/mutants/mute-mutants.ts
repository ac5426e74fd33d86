import type { Mutant } from './mutant.ts';

/** Of mutes, and of what they hold. */
export const muteMutants: readonly Mutant[] = [
  {
    name: 'a-muted-signal-goes-out',
    killedAt: { seed: 1, schedule: 616 },
    source: [
      {
        file: 'functions/compose-digests/compose-digests.ts',
        from: "let mutes = state === 'ENABLED' ? await ports.ledger.listMutes() : [];",
        to: 'let mutes: readonly Mute[] = [];',
      },
    ],
  },
  {
    name: 'what-was-muted-waits-for-the-next-slot',
    killedAt: { seed: 1, schedule: 643 },
    source: [
      {
        file: 'functions/compose-digests/compose-digests.ts',
        from: '...delayed.map(({ until }) => until),',
        to: '',
      },
    ],
  },
  {
    name: 'unmute-leaves-the-late-slot-where-it-was',
    killedAt: { seed: 1, schedule: 643 },
    source: [
      {
        file: 'shared/ledger/routes/mutes.ts',
        from: 'const marks = routeIds.map((routeId) => bringForward(routeId, until));',
        to: 'const marks: TableUpdate[] = routeIds.slice(0, 0).map((routeId) => bringForward(routeId, until));',
      },
    ],
  },
  {
    name: 'a-flood-counts-what-is-muted',
    killedAt: { seed: 1, schedule: 644 },
    source: [
      {
        file: 'functions/compose-digests/read-slot.ts',
        from: 'delays.push(delay);',
        to: 'delays.push(delay);\n      if (floodRuleOf(query.route) !== null) kept.add(entry, true);',
      },
    ],
  },
];
