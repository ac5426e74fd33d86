import { describe, expect, it } from 'vitest';
import { runChecks } from '../../../cli/doctor/check.ts';
import { checkRoutes } from '../../../cli/doctor/config/check-routes.ts';
import { checkWatch } from '../../../cli/doctor/config/check-watch.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import { exampleConfig } from '../../infra/example-config.ts';

const bridge = '00000000-0000-4000-8000-000000000001';
const [example] = exampleConfig.routes;
if (example === undefined) throw new Error('the example has no route');
const hot = { topByHotness: 3, columns: [] };

async function examine(matches: readonly RouteMatch[], over: Partial<typeof exampleConfig> = {}) {
  const routes = matches.map((match, index) => ({ ...example, id: `r${index}`, match }));
  const checks = checkRoutes({ ...exampleConfig, hot, routes, ...over } as typeof exampleConfig);
  return (await runChecks(checks, () => undefined)).map(({ check, state, found, mend: fix }) => ({
    check,
    state,
    found,
    fix,
  }));
}

describe('the checks of routes', () => {
  it('say what each route does', async () => {
    const [one, ...others] = await examine([{}]);
    expect(one).toMatchObject({
      check: 'signals for r0',
      state: 'ok',
      found: expect.stringMatching(/^All signals go to /),
    });
    expect(others).toEqual([]);
  });

  it('warn of a route that never gets a signal, with the fix', async () => {
    const [impossible, behind] = await examine([{ hot: true, not: { hot: true } }, {}]);
    expect(impossible).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/^Hot signals, .+\. But it never matches: hot and not hot$/),
      fix: 'remove one of the conditions',
    });
    expect(behind?.state).toBe('ok');
    const [, second] = await examine([{}, { hot: true }], { routing: 'first' });
    expect(second).toMatchObject({
      state: 'warning',
      fix: 'put it before route r0, or write "routing": "all"',
    });
  });

  it('warn of values that only a list can be', async () => {
    const state = (...values: readonly string[]) => ({ name: 'State', oneOf: values });
    const fix = 'write the values into one oneOf';
    const twice = [{ columns: [{ name: 'State', equals: 'CA' }, state('OR', 'WA')] }];
    expect((await examine(twice))[0]).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(
        /But it asks State for different values at once, which only a list can be$/,
      ),
      fix,
    });
    const shared = [{ columns: [state('CA', 'OR'), state('ca'), { name: 'Stage', equals: 'Open' }] }];
    expect((await examine(shared))[0]).toMatchObject({ state: 'ok' });
  });

  it('know what watch and hot leave out', async () => {
    const nested = [{ any: [{ bridges: [bridge] }] }];
    const except = { buyers: [], bridges: [bridge] };
    const watch = { ...exampleConfig.watch, except };
    expect((await examine(nested, { watch }))[0]).toMatchObject({ state: 'warning' });
    expect(
      (await examine([{ any: [{ hot: true }] }], { hot: { ...hot, topByHotness: 0 } }))[0],
    ).toMatchObject({
      state: 'warning',
      fix: 'change its match, or watch and hot',
    });
  });

  it('warn of signals that no route takes', async () => {
    expect((await examine([{ hot: true }])).at(-1)).toEqual({
      check: 'signals for no route',
      state: 'warning',
      found: 'no route takes cold signals: they are recorded and not sent',
      fix: 'if they should be sent, add a route with "otherwise": true',
    });
  });
});

it('the check of watch says that its bridges are no filter of signals, unless they are', async () => {
  const watch = { ...exampleConfig.watch, bridges: [bridge] };
  const plain = await checkWatch(watch).run();
  expect(plain).toMatchObject({ state: 'ok', found: expect.stringContaining('add "only": "these bridges"') });
  expect(await checkWatch({ ...watch, only: 'these bridges' }).run()).toEqual({
    state: 'ok',
    found: 'only signals of the 1 bridge in watch.bridges are sent',
  });
});
