import { describe, expect, it } from 'vitest';
import { confirmDestroy, mayAsk } from '../../../local/operate/deploy/consent.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';

const nobody = { yes: false, terminal: false, ci: false };

describe('whether somebody may be asked', () => {
  it('is so at a terminal, unless --yes or a pipeline says that nobody answers', () => {
    expect(mayAsk({ ...nobody, terminal: true })).toBe(true);
    expect(mayAsk({ ...nobody, terminal: true, yes: true })).toBe(false);
    expect(mayAsk({ ...nobody, terminal: true, ci: true })).toBe(false);
    expect(mayAsk({ ...nobody, ci: true })).toBe(false);
  });

  it('is an error that names --yes where there is nobody and nothing was said', () => {
    expect(() => mayAsk(nobody)).toThrow(ConfigurationError);
    expect(() => mayAsk(nobody)).toThrow('--yes');
  });

  it('lets nothing be destroyed without --yes where nobody can be asked, in a pipeline too', async () => {
    await expect(confirmDestroy('dev', nobody)).rejects.toThrow('--yes');
    await expect(confirmDestroy('dev', { ...nobody, ci: true })).rejects.toThrow('--yes');
    await expect(confirmDestroy('dev', { ...nobody, yes: true })).resolves.toBeUndefined();
  });
});
