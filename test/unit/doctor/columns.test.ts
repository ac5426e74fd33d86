import { describe, expect, it } from 'vitest';
import type { Check } from '../../../cli/doctor/check.ts';
import type { ApiPorts, KnownColumns } from '../../../cli/doctor/check-api.ts';
import { checkColumns } from '../../../cli/doctor/check-columns.ts';
import type { BridgeColumn } from '../../../shared/bridge-api/index.ts';
import { HttpStatusError, TransportError } from '../../../shared/domain/errors.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import { exampleConfig } from '../../infra/example-config.ts';

const tenders = '00000000-0000-4000-8000-000000000001';
const people = '00000000-0000-4000-8000-000000000002';
const elsewhere = '00000000-0000-4000-8000-000000000009';
const score: BridgeColumn = {
  columnId: 'c0ffee00-0000-4000-8000-000000000001',
  name: 'Match Score',
  key: 'ms',
};
const city: BridgeColumn = { name: 'City', key: 'city' };

interface Given {
  readonly hot?: readonly string[];
  readonly bridges?: readonly string[];
  readonly match?: readonly string[];
  readonly asks?: RouteMatch;
  readonly show?: readonly string[];
  /** The columns of each bridge, or what asking for them fails with. */
  readonly has?: Readonly<Record<string, readonly BridgeColumn[] | Error>>;
  readonly known?: KnownColumns;
}

function examine(given: Given) {
  const { hot = [], bridges = [tenders, people], match, asks, show, has = {}, known = new Map() } = given;
  const asked: string[] = [];
  const config = {
    ...exampleConfig,
    watch: { ...exampleConfig.watch, bridges },
    hot: { topByHotness: 0, columns: hot.map((name) => ({ name, atLeast: 80 })) },
    routes: exampleConfig.routes.map((route, index) =>
      index === 0
        ? { ...route, ...((match || asks) && { match: { bridges: match, ...asks } }), ...(show && { show }) }
        : route,
    ),
  };
  const listColumnMetadata = async (bridgeId: string) => {
    asked.push(bridgeId);
    const columns = has[bridgeId] ?? [];
    if (columns instanceof Error) throw columns;
    return { result: columns.map((column) => ({ column })), unreadable: [] };
  };
  const ports = { api: { listColumnMetadata }, deadline: () => 0 } as unknown as ApiPorts;
  const checks = checkColumns(config, known, ports);
  return { asked, checks, check: checks[0] as Check };
}

const notFound = new HttpStatusError(404, '');
const cut = new TransportError('TIMEOUT', '');
const deepInAny = { any: [{ not: { columns: [{ name: 'Cty', equals: 'Springfield' }] } }] };
const wrong = '00000000-0000-4000-8000-000000000003';

describe('the check of the columns that the config names', () => {
  it('is worth a call only where the config names columns, or bridges in a match that it does not watch', () => {
    const countOf = (given: Given) => examine(given).checks.length;
    const named = [{ hot: ['City'] }, { match: [elsewhere] }, { show: ['City'] }, { asks: deepInAny }];

    expect([{}, { match: ['Board Meetings'] }, { match: [tenders] }].map(countOf)).toEqual([0, 0, 0]);
    expect(named.map(countOf)).toEqual([1, 1, 1, 1]);
  });

  it.each<[string, Given, string, readonly string[]]>([
    [
      'does not ask again for what the check of the API was told',
      { hot: ['Match Score'], known: new Map([[tenders, ['Match Score']]]) },
      'Match Score',
      [people],
    ],
    [
      'goes by the bridges of the signals that were listed where only buyers are watched',
      { hot: ['Match Score'], bridges: [], known: new Map([[elsewhere, ['Match Score']]]) },
      'Match Score',
      [],
    ],
    [
      'has nothing to compare with where no signal is listed',
      { hot: ['Match Scor'], bridges: [] },
      'Match Scor',
      [],
    ],
    [
      'asks for bridges by their ids alone, however deep they stand',
      { match: ['Board Meetings', tenders], asks: { any: [{ bridges: ['Tenders', elsewhere] }] } },
      'the bridges of each match are known',
      [elsewhere],
    ],
    [
      'does not take a bridge for unknown when the API only fails',
      { match: [elsewhere], has: { [elsewhere]: cut } },
      'the bridges of each match are known; 1 bridge could not be read',
      [elsewhere],
    ],
  ])('%s', async (_, given, found, bridges) => {
    const { check, asked } = examine(given);

    expect(await check.run()).toEqual({ state: 'ok', found });
    expect(asked).toEqual(bridges);
  });

  it.each<[string, Given, string]>([
    [
      'a column that a match asks for, however deep, and no bridge has',
      { asks: deepInAny, has: { [tenders]: [city] } },
      'no watched bridge has the column "Cty" of the match of route crm (did you mean "City"?)',
    ],
    [
      'a column of no watched bridge',
      { hot: ['City', 'Match Scor'], has: { [tenders]: [city], [people]: [score] } },
      'no watched bridge has the column "Match Scor" of hot.columns (did you mean "Match Score"?)',
    ],
    [
      'a column of no bridge of the first signals',
      { hot: ['Match Scor'], bridges: [], known: new Map([[elsewhere, ['Match Score']]]) },
      'no bridge of the first signals listed has the column "Match Scor" of hot.columns (did you mean "Match Score"?)',
    ],
    [
      'a bridge in a match that the API does not know',
      { match: [tenders, wrong], has: { [wrong]: notFound } },
      `the API does not know the bridge "${wrong}" in the match of route crm (did you mean "${tenders}"?)`,
    ],
  ])('warns of %s, and names the nearest', async (_, given, found) => {
    const fix = expect.stringContaining('display name');
    expect(await examine(given).check.run()).toEqual({ state: 'warning', found, fix });
  });

  it('looks at 20 bridges at most', async () => {
    const bridges = Array.from({ length: 30 }, (_, index) => `bridge ${index}`);
    const { check, asked } = examine({ hot: ['City'], bridges });

    expect((await check.run()).found).toContain('10 bridges could not be read');
    expect(asked).toHaveLength(20);
  });
});
