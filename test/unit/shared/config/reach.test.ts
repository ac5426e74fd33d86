import { describe, expect, it } from 'vitest';
import { checkConfig } from '../../../../shared/config/check-config.ts';
import { bridgeId, exampleConfig, problemsOf, withField } from '../../../support/examples/example-config.ts';

const base = exampleConfig();
const [narrow, whole] = base.routes as [object, object];
const withRoutes = (routes: readonly object[], given: object = {}) => ({ ...base, ...given, routes });
const rest = { ...whole, id: 'rest', otherwise: true };

describe('a route that no signal reaches', () => {
  it.each([
    ['hot signals', { hot: true }],
    ['hot signals of one of its matches', { any: [{ hot: true }, { hot: true, bridges: [bridgeId] }] }],
  ])('asks for %s where no rule makes one hot', (_, match) => {
    const config = withField(withField(base, 'routes.0.match', match), 'hot', {});
    expect(problemsOf(config)).toEqual([
      'routes[0].match: takes hot signals only, and hot has no rule; write "hot": {"topByHotness": 1} into the config, or take hot out of the match',
    ]);
  });

  it('is reached by hot signals or others', () => {
    const match = { any: [{ hot: true }, { bridges: [bridgeId] }] };
    expect(checkConfig(withField(withField(base, 'routes.0.match', match), 'hot', {}))).toBeDefined();
  });

  it('stands behind one that takes every signal, where only the first gets it', () => {
    expect(problemsOf(withRoutes([whole, narrow], { routing: 'first' }))).toEqual([
      'routes[1].match: gets no signal behind routes[0], which takes every one with "routing": "first"; put this route in front of it',
    ]);
    expect(checkConfig(withRoutes([narrow, whole], { routing: 'first' }))).toBeDefined();
  });

  it.each(['all', 'first'])(
    'takes what no other does, and another takes every signal, with routing %s',
    (routing) => {
      expect(problemsOf(withRoutes([rest, narrow, whole], { routing }))).toEqual([
        'routes[0].otherwise: gets no signal beside routes[2], which takes every one; leave otherwise out, or narrow the match of that route',
      ]);
      expect(checkConfig(withRoutes([rest, narrow], { routing }))).toBeDefined();
    },
  );
});

it('refuses dates between which no day lies, as numbers', () => {
  const between = (after: string, before: string) =>
    withField(base, 'routes.0.match', { columns: [{ name: 'Due Date', after, before }] });
  expect(problemsOf(between('2026-12-01', '2026-01-01'))).toEqual([
    'routes[0].match.columns[0]: found after 2026-12-01 and before 2026-01-01, which no date meets; swap them',
  ]);
  expect(problemsOf(between('2026-12-01', '2026-12-01'))).toHaveLength(1);
  expect(checkConfig(between('2026-11-30', '2026-12-02'))).toBeDefined();
});

it('refuses watched bridges of which nothing is sent', () => {
  const watch = { ...base.watch, only: 'these bridges', except: { bridges: [bridgeId] } };
  expect(problemsOf(withField(base, 'watch', watch))).toEqual([
    'watch.except.bridges: found every one of watch.bridges beside "only": "these bridges", so nothing would be sent; leave one of them out',
  ]);
});
