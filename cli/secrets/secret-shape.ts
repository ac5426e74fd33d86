import type { SecretForm } from '../../shared/destinations/destination.ts';

/**
 * Why a value can't be used as the config says, with the fix; null if it can. Never contains the value or a part of
 * it. `permitLocal` permits plain http and loopback addresses.
 */
export function findShapeProblem(
  { forms }: { readonly forms: readonly SecretForm[] },
  value: string,
  permitLocal: boolean,
): string | null {
  if (value.trim() === '') return 'it is empty; give a value';
  if (value !== value.trim()) return 'it begins or ends with white space; remove it';
  for (const form of forms) {
    const problem = form.findProblem(value, permitLocal);
    if (problem !== null) return problem;
  }
  return null;
}

/** The access token of the Bridge Data Access Service. */
export const accessToken: SecretForm = {
  name: 'an access token',
  example: 'example-token',
  findProblem(value) {
    if (/^bearer\s/i.test(value)) return 'it begins with the word Bearer; give only the token';
    if (/\s/.test(value)) return 'it contains white space; give only the token, on one line';
    // fetch rejects any other character in a header, with an error that quotes the header.
    if (!/^[\x21-\x7e]+$/.test(value))
      return 'it contains characters that an access token cannot have; copy it again';
    return null;
  },
};
