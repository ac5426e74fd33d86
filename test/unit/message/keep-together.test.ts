import { describe, expect, it } from 'vitest';
import { keepTogether, withBlanks } from '../../../shared/domain/text/keep-together.ts';

describe('a short text of ours', () => {
  it('has no blank that a line could break at, and a long one has', () => {
    expect(keepTogether('due Thu, Nov 26')).toBe('due\u00a0Thu,\u00a0Nov\u00a026');
    expect(keepTogether('a'.repeat(12) + ' '.repeat(13))).toBe('a'.repeat(12) + ' '.repeat(13));
    expect(withBlanks('due\u00a0Thu')).toBe('due Thu');
  });
});
