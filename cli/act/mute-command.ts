import { Argument, type Command } from 'commander';
import { isoTime } from '../../shared/domain/clock.ts';
import { counted } from '../../shared/domain/counted.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import {
  longestReason,
  type Mute,
  type MutedSignals,
  type MuteKind,
  muteKinds,
} from '../../shared/domain/routes/mute.ts';
import { floodRuleOf } from '../../shared/domain/routes/route.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import { formatTime, formatWhen } from '../../shared/domain/times/format-time.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { describeMuted } from '../../view/health/describe-muted.ts';
import { suggest } from '../../view/words/suggest.ts';
import { addPlaceOptions, type PlaceOptions, print } from '../input/options.ts';
import { readUntil } from '../input/read-time.ts';
import { type ChosenLedger, changeLedger, withLedger } from '../open/with-ledger.ts';
import { findNamed, isSame } from '../read/find-named.ts';

interface MuteOptions extends PlaceOptions {
  readonly until?: string;
  readonly because?: string;
  readonly list?: boolean;
}

export function addCommands(program: Command): void {
  const nameText = "the buyer's or bridge's name or id, or the route's id";
  addPlaceOptions(program.command('mute'))
    .description(
      'hold the signals of a buyer, a bridge or a route until a time; the next digest after it has them',
    )
    .alias('mutes')
    .addArgument(
      new Argument('[kind]', 'buyer, bridge or route; list lists mutes').choices([...muteKinds, 'list']),
    )
    .argument('[name]', nameText)
    .option(
      '--until <time>',
      'a time such as 2026-12-03T08:00:00Z, a day such as tomorrow, or a duration such as "3 days"; at most a year',
    )
    .option('--because <text>', 'why, for the other operators; at most 200 characters')
    .option('--list', 'list what is muted, until when, and how many signals wait for its end')
    .action((kind: MuteKind | 'list' = 'list', name: string | undefined, options: MuteOptions) => {
      if (!options.list && kind !== 'list') return mute(kind, name, options);
      checkLists({ NAME: name, '--until': options.until, '--because': options.because }, options);
      return listMutes(options);
    });
  addPlaceOptions(program.command('unmute'))
    .description('end a mute now, and send what it held')
    .addArgument(new Argument('<kind>', 'buyer, bridge or route').choices(muteKinds))
    .argument('<name>', nameText)
    .action(unmute);
}

/** Throws `ConfigurationError` for what a list does not take: somebody who gives it wants to mute. */
function checkLists(given: Readonly<Record<string, string | undefined>>, options: MuteOptions): void {
  const [found] = Object.entries(given).filter(([, value]) => value !== undefined);
  if (found === undefined) return;
  throw new ConfigurationError([
    `${found[0]}: found ${JSON.stringify(found[1])} beside a list of all mutes; leave it out, or name what to mute: ${suggest('mute KIND NAME --until TIME --because TEXT', options)}`,
  ]);
}

async function mute(kind: MuteKind, given: string | undefined, options: MuteOptions): Promise<void> {
  if (given === undefined)
    throw new ConfigurationError([
      `NAME: name the ${kind} to mute, such as ${suggest(`mute ${kind} ${kind === 'route' ? 'sales' : "'Fort Worth ISD'"}`, options)}; without a kind, mute lists what is muted`,
    ]);
  const now = systemClock.now();
  const [until, because] = [readUntil(options.until ?? '', now), readReason(options.because ?? '')];
  await changeLedger(options, async (chosen) => {
    const { ledger } = chosen;
    const muted = { kind, ...(await findNamed(kind, given, chosen)), until, because };
    await ledger.mutes.begin(muted);
    const row = await describe(ledger, muted, now);
    print(options, reportOf(row), [
      `${describeMuted(row)} is muted until ${describeEnd(until, now)}.`,
      `  ${describeHeld(row)}`,
    ]);
  });
}

async function unmute(kind: MuteKind, given: string, options: PlaceOptions): Promise<void> {
  const now = systemClock.now();
  await changeLedger(options, async (chosen) => {
    const { ledger } = chosen;
    const mutes = (await ledger.mutes.list()).filter((one) => one.kind === kind && one.until > now);
    const own = mutes.filter((one) => [one.id, one.name].some((known) => isSame(known, given)));
    // The mutes are searched first: a buyer that is no longer known may still be muted.
    const [only] = new Set(own.map(({ id }) => id)).size === 1 ? own : [];
    const found = only ?? (await findNamed(kind, given, chosen));
    const row = await describe(ledger, { until: now, because: '', ...found, kind }, now);
    const { id } = row;
    // One mute may hold on all routes, and others on one route each.
    const ended = mutes.filter((one) => one.id === id).map((one) => ledger.mutes.end(one, now));
    const unmuted = (await Promise.all(ended)).includes(true);
    const floods = unmuted ? await foretellFloods(chosen, row) : [];
    const lines = [
      `${describeMuted(row)} is ${unmuted ? 'no longer muted' : 'not muted, so there is nothing to end'}.`,
      unmuted &&
        row.signals > 0 &&
        `  ${describeSignals(row)} will go out with the next digests, unless another mute or a flood rule holds them.`,
      ...floods.map(
        ({ routeId, sends, holds }) =>
          `  route ${routeId}: ${counted(sends, 'signal')} will go out, and its flood rule will hold ${holds}; to send those: ${suggest(`resend ${routeId}`, options)}`,
      ),
    ];
    const told = lines.filter((line) => line !== false);
    print(options, { kind, id, unmuted, routes: row.routes, floods }, told);
  });
}

/** The routes whose flood rule will hold some of their next round, with how many they send and hold. */
async function foretellFloods({ table, readConfig }: ChosenLedger, { routes }: MuteRow) {
  const { draftAt } = await import('../../view/preview/choose-time.ts');
  const config = await readConfig();
  const ports = { table, config, now: systemClock.now() };
  const own = config.routes.filter(({ id }) => routes.some(({ routeId }) => routeId === id));
  const drafts = own.filter(floodRuleOf).map(async (route) => {
    const { digests, setAside } = await draftAt(ports, route);
    const sends = digests.flatMap(({ members }) => members).length;
    return { routeId: route.id, sends, holds: setAside.size };
  });
  return (await Promise.all(drafts)).filter(({ holds }) => holds > 0);
}

async function listMutes(options: PlaceOptions): Promise<void> {
  const now = systemClock.now();
  await withLedger(options, async ({ ledger }) => {
    const mutes = (await ledger.mutes.list()).filter(({ until }) => until > now);
    const rows: MuteRow[] = [];
    for (const one of mutes.sort((a, b) => a.until - b.until)) rows.push(await describe(ledger, one, now));
    const lines = rows.flatMap((row) => [
      `${describeMuted(row)}: until ${describeEnd(row.until, now)}, because ${row.because}`,
      `  ${describeHeld(row)}`,
    ]);
    print(options, { mutes: rows.map(reportOf) }, rows.length === 0 ? ['Nothing is muted.'] : lines);
  });
}

type MuteRow = Awaited<ReturnType<typeof describe>>;

async function describe(ledger: Ledger, one: Mute, now: number) {
  const held: (MutedSignals & { readonly routeId: string })[] = [];
  for (const { routeId } of await ledger.routes.list()) {
    for (const muted of await ledger.mutes.count(routeId, [one], now)) held.push({ ...muted, routeId });
  }
  return {
    ...one,
    name: one.name ?? held.find(({ name }) => name !== null)?.name ?? null,
    /** The number of signals that it holds, those included that another mute holds, too. */
    signals: held.reduce((sum, { signals }) => sum + signals, 0),
    routes: held.map(({ routeId, signals }) => ({ routeId, signals })),
  };
}

/** Printed by `--json` under these names; times in ISO 8601. */
function reportOf(row: MuteRow) {
  return { ...row, until: isoTime(row.until) };
}

function describeHeld(row: MuteRow): string {
  if (row.signals === 0) return 'No signal waits for its end yet.';
  return `${describeSignals(row)} ${row.signals === 1 ? 'waits' : 'wait'} for its end, and for the next digest after it.`;
}

/** `12 signals (sales 10, crm 2)` */
function describeSignals({ signals, routes }: MuteRow): string {
  const byRoute = routes.map((route) => `${route.routeId} ${route.signals}`).join(', ');
  return `${counted(signals, 'signal')} (${byRoute})`;
}

function describeEnd(until: number, now: number): string {
  return `${formatTime(until)} (${formatWhen(until, now)})`;
}

function readReason(text: string): string {
  const reason = text.length > longestReason ? null : oneLine(text, longestReason);
  if (reason !== null) return reason;
  const found = text.length > longestReason ? `${text.length} characters` : JSON.stringify(text);
  throw new ConfigurationError([
    `--because: found ${found}; write why, for the other operators, in at most ${longestReason} characters: --because "they signed"`,
  ]);
}
