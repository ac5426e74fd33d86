import { describe, expect, it } from 'vitest';
import { buyerA, buyerB } from '../../support/examples/example-signals.ts';
import { openLedger } from './open-ledger.ts';

describe('the list of buyers of the config', () => {
  it('has the same fingerprint in any order, and another with other buyers', () => {
    const { ledger } = openLedger();
    const one = ledger.fingerprintOfList([buyerA, buyerB]);
    expect(ledger.fingerprintOfList([buyerB, buyerA])).toBe(one);
    expect(ledger.fingerprintOfList([buyerA])).not.toBe(one);
  });

  it('is kept with its fingerprint, and read back', async () => {
    const { ledger } = openLedger();
    expect((await ledger.readListed()).size).toBe(0);
    await ledger.saveListed([buyerA, buyerB], 'both');
    expect(await ledger.readListed()).toEqual(new Set([buyerA, buyerB]));
    expect((await ledger.readPollPlan()).listed).toBe('both');
    await ledger.saveListed([buyerB], 'one');
    expect(await ledger.readListed()).toEqual(new Set([buyerB]));
    expect((await ledger.readPollPlan()).listed).toBe('one');
  });

  it('may be longer than an item, and leaves its tick out of it', async () => {
    const { ledger, keys } = openLedger();
    const many = Array.from({ length: 12_001 }, (_, index) => `${buyerA.slice(0, -5)}${10_000 + index}`);
    await ledger.saveListed(many, 'many');
    expect(await ledger.readListed()).toEqual(new Set(many));
    expect(keys('P#listed', 'PART#')).toHaveLength(3);
  });

  it('forgets the parts behind a shorter list, also behind none', async () => {
    const { ledger } = openLedger();
    const many = Array.from({ length: 5_001 }, (_, index) => `${buyerA.slice(0, -5)}${10_000 + index}`);
    await ledger.saveListed(many, 'many');
    await ledger.saveListed([buyerB], 'one');
    expect(await ledger.readListed()).toEqual(new Set([buyerB]));
    await ledger.saveListed([], 'none');
    expect(await ledger.readListed()).toEqual(new Set());
  });

  it('counts as known only once all of it is stored', async () => {
    const { ledger, cutOff } = openLedger();
    await cutOff(2, 'crash-before', () => ledger.saveListed([buyerA], 'new'));
    expect((await ledger.readPollPlan()).listed).toBeNull();
    expect(await ledger.readListed()).toEqual(new Set([buyerA]));
  });
});
