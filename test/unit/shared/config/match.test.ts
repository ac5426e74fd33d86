import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../../shared/config/check-config.ts';
import type { RouteMatch } from '../../../../shared/domain/routes/match.ts';
import { bridgeId, exampleConfig, problemsOf, withField } from '../../../support/examples/example-config.ts';

/** The whole match of a route, with everything in it. */
const wholeMatch = {
  hot: true,
  bridges: ['Tenders'],
  buyers: ['City of Walview, SD'],
  columns: [
    { name: 'State', oneOf: ['CA', 'OR', 7, true] },
    { name: 'Match Score', atLeast: 80, atMost: 100 },
    { name: 'Due Date', after: '2026-11-30', before: '2027-01-01T00:00:00Z' },
    { name: 'Topic', contains: 'network' },
    { name: 'Stage', isEmpty: true },
  ],
  not: { columns: [{ name: 'Stage', equals: 'Awarded' }] },
  any: [{ bridges: ['Board Meetings'] }, { not: { any: [{ hot: false }] } }],
} satisfies Required<RouteMatch>;

describe('the match of a route', () => {
  it('comes back as it was written, with the ids of nested matches in small letters', () => {
    const any = [{ bridges: [bridgeId.toUpperCase()] }];
    const input = withField(exampleConfig(), 'routes.0.match', { ...wholeMatch, any });
    const { routes, routing } = checkConfig(withField(input, 'routing', 'first'));

    expect(routes[0]?.match).toEqual({ ...wholeMatch, any: [{ bridges: [bridgeId] }] });
    expect(routing).toBe('first');
  });

  const names = ['Meetings', ' Open Tenders', 'open tenders', 'meetings'];
  const oneNumber = { columns: [{ name: 'Match Score', atLeast: 80, atMost: 80 }] };

  it.each<[string, RouteMatch, RouteMatch]>([
    [
      'bridges by id or by name, each once',
      { bridges: [...names, bridgeId.toUpperCase(), bridgeId] },
      { bridges: ['Meetings', 'Open Tenders', bridgeId] },
    ],
    [
      'buyers by id or by name',
      { buyers: ['City of Walview, SD', bridgeId.toUpperCase()] },
      { buyers: ['City of Walview, SD', bridgeId] },
    ],
    ['a column that must be one number: atLeast and atMost are the same', oneNumber, oneNumber],
  ])('takes %s', (_, match, taken) => {
    const { routes } = checkConfig(withField(exampleConfig(), 'routes.0.match', match));

    expect(routes[0]?.match).toEqual(taken);
  });

  it('names every field where something else stands', () => {
    const [problem] = problemsOf(withField(exampleConfig(), 'routes.0.match', 7));
    for (const field of Object.keys(wholeMatch)) expect(problem).toMatch(new RegExp(`; .*\\b${field}\\b`));
  });

  const noBridge =
    "; write a bridge's UUID (8-4-4-4-12 of 0 to 9 and a to f), or its name as its signals show it";

  it.each<[path: string, value: unknown, problem: string]>([
    ['buyer', [], 'match: found the unknown field "buyer" (did you mean "buyers"?)'],
    ['buyers', [], 'match.buyers: found an empty list; it would match nothing'],
    ['columns', [], 'match.columns: found an empty list; leave the field out'],
    ['columns.0', { name: 'State' }, 'match.columns[0]: found no condition; write {"name": "State", "oneOf"'],
    ['columns.0', { name: 'State', is: 'CA' }, 'match.columns[0]: found the unknown field "is"'],
    ['columns.4.equals', 'Won', 'match.columns[4]: found isEmpty true and equals, which an empty column nev'],
    ['columns.1.atMost', 10, 'match.columns[1]: found atLeast 80 and atMost 10, which no number meets; swap'],
    [
      'columns.2.before',
      '2026-11-30',
      'match.columns[2]: found after 2026-11-30 and before 2026-11-30, which no d',
    ],
    ['columns.0.oneOf', [], 'match.columns[0].oneOf: found an empty list; it would'],
    ['columns.0.oneOf.1', null, 'match.columns[0].oneOf[1]: found null; write a text, a number, true or fa'],
    ['columns.2.after', '11/30/2026', 'match.columns[2].after: found "11/30/2026"; write a date, as "2026-'],
    ['bridges', [], 'match.bridges: found an empty list; it would match nothing'],
    ['bridges', [' '], noBridge],
    ['bridges', [7], noBridge],
    ['bridges', [bridgeId.slice(1)], noBridge],
    ['bridges', [bridgeId.replaceAll('-', '')], noBridge],
    ['bridges', [`{${bridgeId}}`], noBridge],
    ['bridges', ['Open\tTenders'], noBridge],
    ['bridges', ['x'.repeat(201)], 'shorten it to 200'],
    ['any', [], 'match.any: found an empty list; it would match nothing'],
    ['not', {}, 'match.not: found {}, which excludes every signal; leave the field'],
  ])('%s as %j is reported', (path, value, problem) => {
    const input = withField(exampleConfig(), 'routes.0.match', wholeMatch);

    expect(problemsOf(withField(input, `routes.0.match.${path}`, value))).toEqual([
      expect.stringContaining(problem),
    ]);
  });
});
