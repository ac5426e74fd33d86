import { type MonthCost, usdOf } from './month-cost.ts';
import { prices, pricesAsOf } from './prices.ts';

/** A column for each number of buyers, and below it what is paid whatever their number. */
export function tellCost(months: readonly MonthCost[], every: string): string[] {
  const row = (what: string, of: (month: MonthCost) => number, digits = 2): string => {
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return (
      what.padEnd(40) + months.map((month) => of(month).toLocaleString('en-US', format).padStart(13)).join('')
    );
  };
  const services = [...new Set(Object.values(prices).map(({ service }) => service))];
  const { metrics = 0, alarms = 0, secrets = 0, sqsRequests = 0 } = months[0]?.units.fixed ?? {};
  const fixed = Object.entries({ metrics, alarms, secrets }).map(
    ([name, count]) => `${count} ${name} $${usdOf({ [name]: count }).toFixed(2)}`,
  );
  return [
    `A month of Signalpost in US dollars, with a tick each ${every}: US East (N. Virginia), prices of ${pricesAsOf}`,
    '',
    row('buyers', ({ buyers }) => buyers, 0),
    row('new signals a day', ({ signalsADay }) => signalsADay, 0),
    row('calls of the API', ({ apiCalls }) => apiCalls, 0),
    ...services.map((service) => row(`  ${service}`, ({ units }) => usdOf(units.use, service))),
    row('usage', ({ usd }) => usd.use),
    row('the sweep of each minute', ({ usd }) => usd.sweeps),
    row('fixed', ({ usd }) => usd.fixed),
    row('total', ({ usd }) => usd.total),
    row("left after AWS's free tier", ({ usd }) => usd.afterFreeTier),
    '',
    `Fixed: ${fixed.join(', ')}, receives of empty queues $${usdOf({ sqsRequests }).toFixed(2)}.`,
    'Assumed: half of the signals are hot, the API answers in 300 ms, and nothing else in the account uses the free tier.',
    'Some prices are from memory: cli/cost/prices.ts says which. Storage, the dashboard and mail cost next to nothing.',
  ];
}
