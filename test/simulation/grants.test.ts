import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/wiring.ts';
import { nameGrants } from '../support/watch-ledger.ts';
import { runSchedule } from './run-schedule.ts';

/** What is needed and comes about too seldom to be seen here, and what needs it: see test/unit/functions/grants too. */
const rare: Record<string, string> = {
  'fetch-summaries due': 'an invoke by hand with {}: it fetches what is wanted and due',
  'deliver-digest due': 'an invoke by hand with {}: it delivers what is due',
  'compose-digests update tallies': 'an invocation that failed, which its Lambda entry counts',
  'deliver-digest check routes': 'an attempt that ends while its route is disabled',
  'poll-signals get blobs': 'a list over 300 KB that was cut off',
  'poll-signals put blobs': 'the same, and a signal over 300 KB',
  'fetch-summaries put blobs': 'a summary over 300 KB',
  'compose-digests get blobs': 'a signal or a summary over 300 KB',
  'compose-digests put blobs': 'a digest over 300 KB',
  'deliver-digest get blobs': 'a digest over 300 KB',
};

describe('what the wiring grants a function', () => {
  it('is what the function does to the ledger, and no more', async () => {
    const used = new Set<string>();
    // The first of a block are one world with one fault each; after them every schedule is a world of its own.
    for (let schedule = 700; schedule < 1_000; schedule += 1) {
      for (const use of (await runSchedule(5, schedule)).uses) used.add(use);
    }

    const granted = Object.entries(functions).flatMap(([name, wiring]) => nameGrants(name, wiring));
    expect([...used].filter((use) => !granted.includes(use))).toEqual([]);
    expect(granted.filter((grant) => !used.has(grant) && !(grant in rare))).toEqual([]);
    expect(Object.keys(rare).filter((grant) => !granted.includes(grant))).toEqual([]);
  }, 300_000);
});
