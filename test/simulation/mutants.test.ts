import { describe, expect, it } from 'vitest';
import { findKill } from './find-kill.ts';
import { mutants } from './mutants.ts';

describe('a wrong version of the protocol', () => {
  it.each(mutants)('is seen through, and the right one is not blamed: $name', async (mutant) => {
    const kill = await findKill(mutant);
    expect(kill).toMatchObject({ violation: { invariant: expect.any(String) }, unmutated: null });
  });
});
