import * as v from 'valibot';
import { describeFound, fixUnseen, object, optional, refuse } from './fields.ts';

const linksFix =
  'write {"buyer": "https://app.example.com/buyers/{buyerId}"}, or "signal" with {bridgeId} and {rowId}';
const buyerPlaces = ['{buyerId}'];
const signalPlaces = ['{buyerId}', '{bridgeId}', '{rowId}'];
const mostLetters = 500;

export const linksSchema = object(
  {
    signal: optional(
      template(signalPlaces),
      'The https address of a signal, with {bridgeId}, {rowId} and {buyerId} where its ids belong.',
    ),
    buyer: optional(
      template(buyerPlaces),
      'The https address of a buyer, with {buyerId} where its id belongs.',
    ),
  },
  linksFix,
);

function template(places: readonly string[]) {
  return v.pipe(
    v.string(fixUnseen(linksFix)),
    refuse((address) => {
      const problem = findTemplateProblem(address, places);
      return problem && `found ${describeFound(address, true)}, which ${problem}`;
    }),
  );
}

/** The problem of a template and its fix; null for none. */
function findTemplateProblem(template: string, places: readonly string[]): string | null {
  const known = places.join(', ');
  const unknown = template.match(/\{[^{}]*\}/g)?.find((place) => !places.includes(place));
  if (unknown !== undefined) return `has the unknown place ${unknown.slice(0, 40)}; it takes ${known}`;
  const filled = places.reduce((address, place) => address.replaceAll(place, 'id'), template);
  if (/[{}]/.test(filled)) return `has a brace outside of ${known}; take it out`;
  const url = URL.parse(filled);
  if (url === null || /\s/.test(template))
    return 'is no address; write one such as https://app.example.com/…';
  if (!/^https:\/\//i.test(template)) return 'is not https; write https://…';
  if (url.username !== '' || url.password !== '') return 'carries a user name or a password; take them out';
  // An id must not choose the site that a link leads to.
  if (/^[^:]*:\/\/[^/?#]*\{/.test(template)) return 'has an id in its host; write the host itself';
  return template.length > mostLetters ? `is too long; shorten it to ${mostLetters} letters` : null;
}
