import type { Mutant } from './mutant.ts';

/** Of mutes, and of what they hold. */
export const muteMutants: readonly Mutant[] = [
  {
    name: 'a-muted-signal-goes-out',
    killedAt: '1:616',
    file: 'functions/compose-digests/compose-digests.ts',
    from: 'const mutes = await ports.ledger.listMutes();',
    to: 'const mutes: readonly Mute[] = [];',
  },
  {
    name: 'a-flood-counts-what-is-muted',
    killedAt: '1:644',
    file: 'functions/compose-digests/read-slot.ts',
    from: 'else delays.push(delay);',
    to: 'else delays.push(delay);\n      if (mute !== null && floodRuleOf(route) !== null) kept.add(entry, null);',
  },
];
