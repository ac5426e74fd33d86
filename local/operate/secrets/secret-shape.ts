import type { SecretForm } from '../../../shared/destinations/destination.ts';

/**
 * What keeps a value from being what the config says it is, with the fix, or null. One sentence without the value
 * or any part of it. `permitLocal` permits plain http and loopback addresses.
 */
export function findShapeProblem(
  { forms }: { readonly forms: readonly SecretForm[] },
  value: string,
  permitLocal: boolean,
): string | null {
  if (value.trim() === '') return 'it is empty; give a value';
  if (value !== value.trim()) return 'it begins or ends with white space; give the value alone';
  for (const form of forms) {
    const problem = form.findProblem(value, permitLocal);
    if (problem !== null) return problem;
  }
  return null;
}

/** What the Bridge Data Access Service is called with. */
export const accessToken: SecretForm = {
  name: 'an access token',
  example: 'example-token',
  findProblem(value) {
    if (/^bearer\s/i.test(value)) return 'it begins with the word Bearer; give the token alone';
    if (/\s/.test(value)) return 'there is white space in it; give the token alone, on one line';
    // fetch refuses any other character in a header, with an error that quotes the header.
    if (!/^[\x21-\x7e]+$/.test(value))
      return 'there are characters in it that no access token has; copy it again';
    return null;
  },
};
