import { describe, expect, it } from 'vitest';
import { HttpStatusError, isPageRefused, TransportError } from '../../../shared/domain/errors.ts';

describe('a page behind the end of a list', () => {
  it.each([400, 404, 416])('may be what a %i is about', (status) => {
    expect(isPageRefused(new HttpStatusError(status, `answered ${status}`))).toBe(true);
  });

  it.each([401, 403, 410, 429, 500, 503])('is not what a %i is about', (status) => {
    expect(isPageRefused(new HttpStatusError(status, `answered ${status}`))).toBe(false);
  });

  it('is not what a connection that failed is about', () => {
    expect(isPageRefused(new TransportError('CONNECTION_CUT', 'cut'))).toBe(false);
    expect(isPageRefused('404')).toBe(false);
  });
});
