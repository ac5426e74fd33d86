import { stageAlarms } from '../../functions/stage-alarms.ts';
import { functions, isOn, type QueueWiring, queues } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { dayMs, minuteMs, parseDuration } from '../../shared/domain/duration.ts';
import { askedAMinute, longestLookUpMs } from '../../shared/domain/reports/due-report.ts';
import { listSecretUses } from '../open/secret-uses.ts';
import { type Price, type PriceName, priceSources, prices } from './prices.ts';

/** Counts of what AWS bills, each in the unit of its price. */
export type Units = Partial<Readonly<Record<PriceName, number>>>;

const billed = [
  ...(['lambdaRequests', 'lambdaGbSeconds', 'dynamoDbReads', 'dynamoDbWrites'] as const),
  ...(['sqsRequests', 'schedulerInvocations', 'logBytes', 'secretReads'] as const),
];

/**
 * What one of each takes, in the order of `billed`, if the API answers in 300 ms. `npm run bench -- day` counts the real
 * functions and compares: where it differs, correct the number here. Storage is left out: some kilobytes a buyer.
 */
const unitsOf = {
  /** Every fifth one judges the alerts. */
  sweep: [1, 0.055, 10.5, 0.26, 0, 1, 590, 0],
  /** A signal that waits for its route's time, in each sweep. */
  waiting: [0, 0, 0.2, 0, 0, 0, 0, 0],
  tick: [1, 1.74, 22, 28, 1, 1, 1_200, 1],
  /** A message of the poll queue, and the start of an instance for it. */
  message: [1, 0.25, 0, 0, 2, 0, 900, 0],
  start: [0, 0.3, 0, 0, 0, 0, 0, 1],
  poll: [0, 0.016, 2.1, 3.3, 0, 0, 0, 0],
  signal: [0, 0, 10, 12, 0, 0, 0, 0],
  summary: [1, 0.45, 3, 8, 3, 0, 1_000, 0.8],
  /** What became of a buyer's hot signals is looked up: as a summary, with four lists. */
  lookUp: [1, 0.9, 3, 12, 3, 0, 500, 0.8],
  /** Read once a day by a route with `remind`, for 90 days. */
  entry: [0, 0, 0.5, 0, 0, 0, 0, 0],
  /** Composed and delivered. */
  digest: [2.2, 0.3, 24, 57, 5, 0, 2_000, 1],
} as const;

const daysPerMonth = 365 / 12;
/** A tick looks at what changed in the last 70 minutes. */
const overlapMs = 70 * minuteMs;
/** A new signal's row names its buyer until it is recorded; other rows that change, unless their signal is. */
const rowsPerSignal = 1.2;
const buyersPerMessage = 10;
/** The bridges in the config, and those that are found in the signals of watched buyers. */
const fewestBridges = 8;
const hotShare = 0.5;
/** The share of the hot signals that have a deadline. */
const deadlineShare = 0.3;
/** The most buyers that the reports of a morning ask about. */
const mostAsked = (askedAMinute * longestLookUpMs) / minuteMs;
/** Four lists, now and then with a second page or of a longer period. */
const callsPerLookUp = 4.5;
/** The sweep reads no more of a route's waiting signals. */
const mostWaiting = 100;
/** Receives that wait at an idle queue: Lambda keeps five, and as few as two at a queue without a maximum concurrency. */
const receivesAt = ({ maxConcurrency }: QueueWiring): number => (maxConcurrency === undefined ? 2 : 5);
const longPollMs = 20_000;

export type MonthCost = ReturnType<typeof calculateMonth>;

/** What AWS bills for a month: how often each thing happens, times the units that it takes. */
export function calculateMonth(config: SignalpostConfig, buyers: number, signalsADay: number) {
  const [everyMs, allEveryMs] = [parseDuration(config.watch.every), parseDuration(config.watch.allEvery)];
  const minutes = (daysPerMonth * dayMs) / minuteMs;
  const ticks = (daysPerMonth * dayMs) / everyMs;
  const signals = daysPerMonth * signalsADay;
  const hot = signals * hotShare;
  // Once in `allEvery`, and those whom rows name.
  const regular = Math.min(ticks, daysPerMonth * (dayMs / allEveryMs));
  const polls = buyers * regular + signals * rowsPerSignal * (overlapMs / everyMs + 1);
  // Each tick has one that is not full, of the buyers that rows name or of those that are due.
  const messages = ticks + polls / buyersPerMessage;
  const immediate = config.routes.filter(({ when }) => when === 'immediately').length;
  const timed = config.routes.length - immediate;
  const recaps = config.routes.filter(({ recap }) => recap !== undefined).length;
  const reminders = config.routes.map(({ remind = [] }) => remind.length);
  const lookUps =
    recaps * Math.min((Math.min(buyers, mostAsked) * daysPerMonth) / 7, hot) +
    Math.min(deadlineShare * hot * reminders.reduce((sum, n) => sum + n, 0), mostAsked * daysPerMonth);
  const use = addUnits(
    [ticks, 'tick'],
    [messages, 'message'],
    [Math.min(messages, ticks * config.watch.concurrency), 'start'],
    [polls, 'poll'],
    [signals, 'signal'],
    [hot, 'summary'],
    [immediate * Math.min(hot, minutes) + timed * daysPerMonth, 'digest'],
    [lookUps, 'lookUp'],
    [reminders.filter((times) => times > 0).length * 90 * Math.min(hot, minutes), 'entry'],
  );
  // With a time on weekdays a signal waits for nearly a day: half a day on four of them, and over the weekend.
  const waiting = timed * Math.min(signalsADay, mostWaiting);
  const sweeps = addUnits([minutes, 'sweep'], [minutes * waiting, 'waiting']);
  const fixed = fixedUnits(config);
  const [usage, swept, standing] = [usdOf(use), usdOf(sweeps), usdOf(fixed)];
  return {
    buyers,
    signalsADay,
    apiCalls:
      ticks * Math.max(fewestBridges, config.watch.bridges.length) +
      1.27 * polls +
      hot +
      callsPerLookUp * lookUps,
    /** `use` grows with the buyers. `sweeps` run each minute. `fixed` is paid without any work. */
    units: { use, sweeps, fixed },
    /** In US dollars. */
    usd: {
      ...{ use: usage, sweeps: swept, fixed: standing, total: usage + swept + standing },
      afterFreeTier: usdAfterFreeTier([use, sweeps, fixed]),
    },
  };
}

function fixedUnits(config: SignalpostConfig): Units {
  const own = Object.values(queues).filter((queue) => isOn(queue, config));
  const receives = own.reduce((sum, queue) => sum + receivesAt(queue), 0);
  // One of them watches the function that tells, one the function that others call.
  const missing = [config.alarms?.to, config.inbound].filter((part) => part === undefined);
  return {
    metrics: 1,
    alarms: Object.keys(stageAlarms).length - missing.length,
    secrets: new Set(listSecretUses(config).flatMap(({ scopes }) => scopes)).size,
    sqsRequests: (receives * daysPerMonth * dayMs) / longPollMs,
  };
}

/**
 * What AWS bills at most, in US dollars, for a month of calls that nobody signed, by day and by night. `refused`: each
 * takes a millisecond, and nothing of it is logged or stored. `most`: all functions are busy all the time, as with large bodies.
 */
export function calculateAttack() {
  const { reservedConcurrency = 0, memoryMb } = functions['receive-events'];
  const seconds = (daysPerMonth * dayMs) / 1000;
  const perSecond = 10 * reservedConcurrency;
  const usd = (busySeconds: number): number =>
    usdOf({
      lambdaRequests: perSecond * seconds,
      lambdaGbSeconds: (busySeconds * memoryMb) / 1024,
      // Assumed: an answer that refuses, with the headers that AWS adds.
      bytesOut: perSecond * seconds * 500,
    });
  return { perSecond, refused: usd((perSecond * seconds) / 1000), most: usd(reservedConcurrency * seconds) };
}

function addUnits(...parts: readonly (readonly [times: number, of: keyof typeof unitsOf])[]): Units {
  const sum = (at: number): number =>
    parts.reduce((all, [times, of]) => all + times * (unitsOf[of][at] ?? 0), 0);
  return Object.fromEntries(billed.map((name, at) => [name, sum(at)]));
}

/** US dollars; `service` asks for that one alone. */
export function usdOf(units: Units, only?: string): number {
  return (Object.entries(units) as [PriceName, number][])
    .filter(([name]) => only === undefined || prices[name].service === only)
    .reduce((sum, [name, count]) => sum + count * prices[name].usd, 0);
}

/** If nothing else uses the account's free tier. */
function usdAfterFreeTier(parts: readonly Units[]): number {
  return (Object.entries(prices) as [PriceName, Price][]).reduce((sum, [name, { usd, free = 0 }]) => {
    const count = parts.reduce((all, units) => all + (units[name] ?? 0), 0);
    return sum + usd * Math.max(0, count - free);
  }, 0);
}

/** A column for each number of buyers, and below it what is paid whatever their number. */
export function tellCost(months: readonly MonthCost[], { watch, inbound }: SignalpostConfig): string[] {
  const row = (what: string, of: (month: MonthCost) => number, digits = 2): string => {
    const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return (
      what.padEnd(40) + months.map((month) => of(month).toLocaleString('en-US', format).padStart(13)).join('')
    );
  };
  const services = Object.keys(priceSources);
  return [
    `A month of Signalpost in US dollars, with a tick each ${watch.every}: US East (N. Virginia), list prices`,
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
    ...months.slice(0, 1).map(tellFixed),
    ...(inbound ? [tellAttack()] : []),
    'Assumed: half of the signals are hot, a third of these have a deadline, recaps are weekly, the API answers in 300 ms and never limits the calls, and nothing else in the account uses the free tier.',
    `Prices: ${tellSources()}. AWS's pricing page of each service has them. Storage and mail cost next to nothing.`,
  ];
}

/** The same for any number of buyers. */
function tellFixed({ units: { fixed } }: MonthCost): string {
  const { metrics = 0, alarms = 0, secrets = 0, sqsRequests = 0 } = fixed;
  const price = (units: Units): string => `$${usdOf(units).toFixed(2)}`;
  const parts = [
    `${counted(metrics, 'metric')} ${price({ metrics })}, ${counted(alarms, 'alarm')} ${price({ alarms })}`,
    `${counted(secrets, 'secret')} ${price({ secrets })}, receives that wait at idle queues ${price({ sqsRequests })}`,
  ];
  return `Fixed: ${price(fixed)}, or $${usdAfterFreeTier([fixed]).toFixed(2)} after AWS's free tier: ${parts.join(', ')}.`;
}

function tellAttack(): string {
  const { perSecond, refused, most } = calculateAttack();
  return (
    `A month of attack, ${perSecond} calls a second, costs $${refused.toFixed(0)} more if each is refused in 1 ms, and never more than ` +
    `$${most.toFixed(0)}. docs/runbook.md says how to shut the address, under "Calls are refused".`
  );
}

function tellSources(): string {
  const byDate = Map.groupBy(Object.entries(priceSources), ([, { read }]) => read);
  return [...byDate].map(([read, own]) => `${own.map(([name]) => name).join(', ')} ${read}`).join('; ');
}
