/** A sweep over a route for each of 200 owners, which is the most: its reads, counted, and its CPU. */
import { createHandler } from '../../../functions/compose-digests/handler.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import { immediateRoute } from '../../support/functions/example-routes.ts';
import { openFunctions } from '../../support/functions/open-functions.ts';
import { createCountingTable } from '../../support/ledger/counting-table.ts';
import { atMost, type Bench, counted, figure } from '../report/figure.ts';
import { measureRounds } from '../report/rounds.ts';

const owners = 200;
const minuteMs = 60_000;
/** One in five judges the alerts, too. */
const sweeps = 10;

export const measure: Bench['measure'] = async (startProgress, { runs, isSmall }) => {
  const warmUps = isSmall ? 0 : 3;
  const rounds = await measureRounds(startProgress, 'owners', { runs, warmUps }, sweep);
  const reads = rounds.map((round) => round.reads);
  const cpu = rounds.map(({ cpuMs }) => cpuMs);
  const of = `a sweep over the routes of ${owners} owners`;
  return {
    figures: [
      counted('owners/reads', `${of}: reads of the table`, '', atMost(520), reads),
      figure('owners/cpu', `${of}: CPU`, 'ms', atMost(200), cpu),
    ],
  };
};

/** The average of ten sweeps in a row. */
async function sweep(): Promise<{ reads: number; cpuMs: number }> {
  const routes = Array.from({ length: owners }, (_, at) => ({ ...immediateRoute, id: `sales/p${at}` }));
  const { ports, table, time } = openFunctions({ config: { routes } });
  const counting = createCountingTable(table);
  const ledger = createLedger({ table: counting, clock: ports.clock, random: ports.random });
  const handler = createHandler({ ...ports, ledger });
  const before = process.cpuUsage();
  for (let done = 0; done < sweeps; done += 1) {
    const slot = new Date(time.now).toISOString();
    const alerts = done % 5 === 0;
    await handler({ sweep: true, compose: true, alerts, slot }, { getRemainingTimeInMillis: () => 100_000 });
    time.now += minuteMs;
  }
  const { user, system } = process.cpuUsage(before);
  return { reads: counting.takeRequests().reads / sweeps, cpuMs: (user + system) / 1_000 / sweeps };
}
