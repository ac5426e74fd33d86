import { describe, expect, it } from 'vitest';
import { confirmDestroy, mayAsk } from '../../../cli/deploy/consent.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';

const nobody = { yes: false, terminal: false, ci: false };

describe('asking for consent', () => {
  it('happens at a terminal, unless --yes or a pipeline rules it out', () => {
    expect(mayAsk({ ...nobody, terminal: true })).toBe(true);
    expect(mayAsk({ ...nobody, terminal: true, yes: true })).toBe(false);
    expect(mayAsk({ ...nobody, terminal: true, ci: true })).toBe(false);
    expect(mayAsk({ ...nobody, ci: true })).toBe(false);
  });

  it('fails without a terminal and without --yes, and names --yes', () => {
    expect(() => mayAsk(nobody)).toThrow(ConfigurationError);
    expect(() => mayAsk(nobody)).toThrow('--yes');
  });

  it('destroys nothing without --yes if nobody can answer, in a pipeline too', async () => {
    await expect(confirmDestroy('dev', nobody)).rejects.toThrow('--yes');
    await expect(confirmDestroy('dev', { ...nobody, ci: true })).rejects.toThrow('--yes');
    await expect(confirmDestroy('dev', { ...nobody, yes: true })).resolves.toBeUndefined();
  });
});
