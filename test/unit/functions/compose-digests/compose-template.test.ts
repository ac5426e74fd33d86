import { describe, expect, it } from 'vitest';
import { gatherFacts } from '../../../../functions/compose-digests/alerts/gather-facts.ts';
import { composeDigests } from '../../../../functions/compose-digests/compose-digests.ts';
import { freezeReport } from '../../../../functions/compose-digests/reports/freeze-report.ts';
import { readRoutesOnce } from '../../../../functions/lookups/read-routes-once.ts';
import { rendererFor } from '../../../../message/destinations.ts';
import { secret, webhook } from '../../../../shared/config/define-config.ts';
import { hourMs, minuteMs } from '../../../../shared/domain/duration.ts';
import type { BodyTemplate, Route } from '../../../../shared/domain/routes/route.ts';
import { needsOf } from '../../../../view/health/route-needs.ts';
import { readRoutes } from '../../../../view/health/route-status.ts';
import { explainStay } from '../../../../view/lookup/explain-stay.ts';
import { exampleHeartbeat } from '../../../support/examples/example-heartbeat.ts';
import { bridgeId, exampleEntry, exampleRow, rowUuid } from '../../../support/examples/example-signals.ts';
import { immediateRoute } from '../../../support/functions/example-routes.ts';
import { composeNow, openComposing } from '../../../support/functions/open-composing.ts';

const toolOf = (body: BodyTemplate, over = {}) =>
  webhook({ url: 'https://tool.example.com/', headers: { 'X-Token': secret('TOKEN') }, body, ...over });
const named = (number: number, columns = {}) =>
  exampleEntry(number, { signal: exampleRow(number, { columns }) });
const plain = (count: number) => Array.from({ length: count }, (_, index) => named(index));
/** Fails for a signal that has the column. */
const picky = {
  names: {
    $map: { $eval: 'signals' },
    'each(s)': { $if: "s.columns['Bad']", then: '${s.missing}', else: '${s.name}' },
  },
  total: { $eval: 'data.totals.signals' },
};
const allNames = { names: { $map: { $eval: 'signals' }, 'each(s)': '${s.name}' } };
const bad = (number: number) => named(number, { Bad: true });

function setUp(
  entries: Parameters<typeof openComposing>[0],
  body: BodyTemplate,
  over: Partial<Route> = {},
  to = {},
) {
  const route: Route = { ...immediateRoute, ...over, to: toolOf(body, to) };
  const bench = openComposing(entries, { rendererFor, config: { routes: [route] } });
  const facts = async () => {
    const { routes } = await gatherFacts(bench.ports, readRoutesOnce(bench.ports), {
      lastHour: null,
      isNewHour: false,
    });
    return routes[0]?.troubles.map(({ kind, about, problem }) => ({ kind, about, problem }));
  };
  const needs = async () => {
    const now = bench.time.now;
    const sending = { ledger: bench.ledger, stage: null, isRunning: true };
    const statuses = await readRoutes(sending, [route], now, [route.id]);
    return statuses.flatMap((status) => needsOf(status, now, {}));
  };
  const stay = async (entry: ReturnType<typeof named>) => {
    const found = { ...entry, routeId: route.id, place: 'waiting' } as const;
    const { ledger, ports, time } = bench;
    const { told } = await explainStay({ ledger, config: ports.config, now: time.now }, found);
    return told;
  };
  const bodies = () => bench.frozen.map((digest) => JSON.parse(digest.body));
  return {
    ...bench,
    route,
    facts,
    needs,
    stay,
    bodies,
    run: (more = {}) => bench.compose({ route, ...more }),
  };
}

const about = (number: number) => `"Tender ${number}" (${bridgeId}#${rowUuid(number)})`;
const problem = 'to.body.names: object has no property "missing"';

describe('a template that fails for one signal of many', () => {
  it('leaves that one waiting, sends the others in their order, and counts only those', async () => {
    const { run, bodies, outboxKeys, queued } = setUp([...plain(5), bad(5), ...plain(9).slice(6)], picky);

    const result = await run();

    expect(bodies()).toEqual([{ names: [0, 1, 2, 3, 4, 6, 7, 8].map((at) => `Tender ${at}`), total: 8 }]);
    expect(result.unwritable).toEqual([{ key: bad(5).key, about: about(5), problem }]);
    expect(outboxKeys('crm')).toEqual([bad(5).key]);
    expect(queued.delivery).toHaveLength(1);
  });

  it('leaves out none of what a flood set aside, though too few signals are left to be a flood', async () => {
    const counting = { ...picky, flood: { $eval: 'data.flood' } };
    const { run, bodies } = setUp([...plain(3), bad(3)], counting, { flood: { over: 3, show: 2 } });

    const result = await run();

    expect(result.setAside).toBe(2);
    expect(bodies()).toMatchObject([{ total: 1, flood: { newSignals: 3, shown: 1 } }]);
  });

  it('tells where and why, until it renders', async () => {
    const { run, facts, needs, stay, time, bodies, ports, route } = setUp(
      [bad(1), bad(2), ...plain(1)],
      picky,
    );
    await run();

    const told = {
      kind: 'template',
      about: about(1),
      problem: `${problem}; so it does for 1 more signal`,
    };
    expect(await facts()).toEqual([told]);
    // The signals are late for no other reason.
    expect(await needs()).toEqual([
      {
        kind: 'stuck',
        text: `route crm: its template fails for ${told.about}: ${told.problem}: fix to.body, then: npm run -s signalpost -- preview crm`,
      },
    ]);
    expect(await stay(bad(2))).toContain(problem);
    time.now += 10 * minuteMs;
    await run();
    time.now += 10 * minuteMs;
    expect(await facts()).toEqual([told]);

    const corrected = { ...route, to: toolOf(allNames) };
    const deadline = Number.POSITIVE_INFINITY;
    await composeDigests(ports, { route: corrected, dryRun: false, deadline });
    time.now += 15 * minuteMs;

    expect(bodies().at(-1)).toEqual({ names: ['Tender 1', 'Tender 2'] });
    expect(await facts()).toEqual([]);
    expect(await stay(bad(2))).toBe('waits: it is due, and sent within a minute of a run');
  });

  it.each([
    [5 * minuteMs, 1],
    [24 * hourMs, 0],
  ])('goes on where its route is disabled within minutes: after %i ms %i', async (laterMs, troubles) => {
    const { run, facts, time, ports } = setUp([bad(1)], picky);
    await run();
    time.now += laterMs;
    await ports.ledger.routes.disable('crm', 'answered 410 Gone', time.now);
    time.now += hourMs;

    expect(await facts()).toHaveLength(troubles);
  });
});

describe('the messages of a template', () => {
  it('are cut where it fails only for many, and by the number that the tool takes', async () => {
    const few = {
      $if: 'len(signals) > 3',
      then: '${few}',
      else: allNames,
    };
    const counts = (bench: ReturnType<typeof setUp>) => bench.bodies().map(({ names }) => names.length);
    const byFailure = setUp(plain(8), few);
    const byNumber = setUp(plain(8), { names: { $eval: 'signals' } }, {}, { maxSignals: 3 });

    expect(await byFailure.run()).toMatchObject({ unwritable: [] });
    expect(await byNumber.run()).toMatchObject({ unwritable: [] });
    expect(counts(byFailure)).toEqual([3, 3, 2]);
    expect(counts(byNumber)).toEqual([3, 3, 2]);
  });
});

it('a report that a template fails for is told, and comes once it renders', async () => {
  const times = { cron: '0 8 * * ? *', timezone: 'UTC' };
  const route = { ...immediateRoute, heartbeat: times, to: toolOf({ sums: '${data.totals}' }) };
  const bench = openComposing([], { rendererFor, config: { routes: [route] } });
  const step = { ver: 0, report: 'heartbeat', mark: { at: composeNow, times: 'daily' } } as const;
  const { digestId: _, ...report } = exampleHeartbeat();
  const freeze = (to: Route['to']) => freezeReport(bench.ports, { ...route, to }, report, composeNow, step);

  await freeze(route.to);
  expect(bench.frozen).toEqual([]);
  expect(await bench.ledger.troubles.list('crm')).toMatchObject([
    { kind: 'template', about: 'the heartbeat', problem: 'to.body.sums: object has no property "totals"' },
  ]);
  await freeze(toolOf({ told: '${headline}' }));
  expect(bench.frozen).toHaveLength(1);
});
