import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { bridgeId, exampleConfig, problemsOf, withField } from './example-config.ts';

/** The whole match of a route, with everything in it. */
const wholeMatch = {
  hot: true,
  columns: [
    { name: 'State', oneOf: ['CA', 'OR', 7, true] },
    { name: 'Match Score', atLeast: 80, atMost: 100 },
    { name: 'Due Date', after: '2026-11-30', before: '2027-01-01T00:00:00Z' },
    { name: 'Topic', contains: 'network' },
    { name: 'Stage', isEmpty: true },
  ],
  not: { columns: [{ name: 'Stage', equals: 'Awarded' }] },
  any: [{ bridges: ['Board Meetings'] }, { not: { any: [{ hot: false }] } }],
};

const problemsAt = (path: string, value: unknown) =>
  problemsOf(withField(withField(exampleConfig(), 'routes.0.match', wholeMatch), path, value));

describe('the match of a route', () => {
  it('comes back as it was written, with the ids of nested matches in small letters', () => {
    const any = [{ bridges: [bridgeId.toUpperCase()] }];
    const input = withField(exampleConfig(), 'routes.0.match', { ...wholeMatch, any });
    const { routes, routing } = checkConfig(withField(input, 'routing', 'first'));

    expect(routes[0]?.match).toEqual({ ...wholeMatch, any: [{ bridges: [bridgeId] }] });
    expect(routing).toBe('first');
  });

  it('takes bridges by id or by name, each once', () => {
    const bridges = [
      'Meetings',
      ' Open Tenders',
      bridgeId.toUpperCase(),
      'open tenders',
      bridgeId,
      'meetings',
    ];
    const { routes } = checkConfig(withField(exampleConfig(), 'routes.0.match', { bridges }));

    expect(routes[0]?.match.bridges).toEqual(['Meetings', 'Open Tenders', bridgeId]);
  });

  it.each<[string, unknown, string]>([
    ['routes.0.match.buyer', [], 'routes[0].match: found the unknown field "buyer" (did you mean "buyers"?)'],
    ['routes.0.match.columns', [], 'routes[0].match.columns: found an empty list; leave the field out'],
    [
      'routes.0.match.columns.0',
      { name: 'State' },
      'routes[0].match.columns[0]: found no condition; write {"name": "State", "oneOf": ["CA", "OR"]}',
    ],
    [
      'routes.0.match.columns.0',
      { name: 'State', is: 'CA' },
      'routes[0].match.columns[0]: found the unknown field "is"',
    ],
    [
      'routes.0.match.columns.4.equals',
      'Awarded',
      'routes[0].match.columns[4]: found isEmpty true and equals, which an empty column never meets; remove one',
    ],
    [
      'routes.0.match.columns.1.atMost',
      10,
      'routes[0].match.columns[1]: found atLeast 80 and atMost 10, which no number meets; swap them',
    ],
    ['routes.0.match.columns.0.oneOf', [], 'routes[0].match.columns[0].oneOf: found an empty list; it would'],
    [
      'routes.0.match.columns.0.oneOf.1',
      null,
      'routes[0].match.columns[0].oneOf[1]: found null; write a text, a number, true or false',
    ],
    [
      'routes.0.match.columns.2.after',
      '11/30/2026',
      'routes[0].match.columns[2].after: found "11/30/2026"; write a date, as "2026-12-01"',
    ],
    ['routes.0.match.bridges', [], 'routes[0].match.bridges: found an empty list; it would match nothing'],
    ...[' ', 7, bridgeId.slice(1), bridgeId.replaceAll('-', ''), `{${bridgeId}}`, 'Open\tTenders'].map(
      (bridge): [string, unknown, string] => [
        'routes.0.match.bridges',
        [bridge],
        "; write a bridge's UUID (8-4-4-4-12 of 0 to 9 and a to f), or its name as its signals show it",
      ],
    ),
    ['routes.0.match.bridges', ['x'.repeat(201)], 'shorten it to 200'],
    ['routes.0.match.any', [], 'routes[0].match.any: found an empty list; it would match nothing'],
    ['routes.0.match.not', {}, 'routes[0].match.not: found {}, which excludes every signal; leave the field'],
  ])('%s as %j is reported', (path, value, problem) => {
    const problems = problemsAt(path, value);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });
});
