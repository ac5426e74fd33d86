import { Argument, type Command } from 'commander';
import { isoTime } from '../../shared/domain/clock.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { isUuid } from '../../shared/domain/is-uuid.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import { floodRuleOf } from '../../shared/domain/routes/route.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { addPlaceOptions, type PlaceOptions } from '../options.ts';
import { type ChosenLedger, findRoute, withLedger } from '../with-ledger.ts';
import {
  describeHeld,
  describeMutes,
  type HeldByMute,
  tellListed,
  tellMuted,
  tellUnmuted,
} from '../words/tell-mutes.ts';
import { readUntil } from './read-time.ts';

type Kind = Mute['kind'];

interface MuteOptions extends PlaceOptions {
  readonly until: string;
  readonly because: string;
}

export function addMuteCommands(program: Command): void {
  const add = (name: string, description: string): Command =>
    addPlaceOptions(program.command(name)).description(description);
  const kind = () => new Argument('<kind>', 'buyer, bridge or route').choices(['buyer', 'bridge', 'route']);
  add('mute', 'hold the signals of a buyer, a bridge or a route until a time, then send them')
    .addArgument(kind())
    .argument('<id>', "the buyer's or bridge's id, or the route's")
    .requiredOption(
      '--until <time>',
      'a time such as 2026-12-03T08:00:00Z, or a duration such as "3 days"; at most a year',
    )
    .requiredOption('--because <text>', 'why, for the other operators; at most 200 characters')
    .action(mute);
  add('unmute', 'end a mute now, and send what it held')
    .addArgument(kind())
    .argument('<id>', "the buyer's or bridge's id, or the route's")
    .action(unmute);
  add('mutes', 'list what is muted, until when, and how many signals wait for its end').action(showMutes);
}

async function mute(kind: Kind, given: string, options: MuteOptions): Promise<void> {
  const now = systemClock.now();
  const [until, because] = [readUntil(options.until, now), readReason(options.because)];
  const id = readId(kind, given);
  await withLedger(options, async (chosen) => {
    const { ledger, isRunning } = chosen;
    checkState(chosen, options);
    if (kind === 'route') await findRoute(chosen, id);
    const replaced = (await listMuted(ledger, now)).find((one) => one.kind === kind && one.id === id) ?? null;
    const own = { kind, id, until, because };
    await ledger.mute(own);
    const held = await describeHeld(ledger, own, now);
    if (options.json) {
      const { routes } = held;
      const before = replaced && { until: isoTime(replaced.until), because: replaced.because };
      console.log(JSON.stringify({ ...own, until: isoTime(until), replaced: before, routes }));
    } else
      for (const line of tellMuted(own, replaced, held, { ...options, isRunning, now })) console.log(line);
  });
}

async function unmute(kind: Kind, given: string, options: PlaceOptions): Promise<void> {
  const now = systemClock.now();
  const id = readId(kind, given);
  await withLedger(options, async (chosen) => {
    const { ledger, isRunning } = chosen;
    const muted = await listMuted(ledger, now);
    const own = muted.find((one) => one.kind === kind && one.id === id);
    // The name of a route is easily mistyped; one that was removed may still be muted.
    if (own === undefined && kind === 'route') await findRoute(chosen, id);
    const held = own ? await describeHeld(ledger, own, now) : { name: null, routes: [] };
    const mayFlood = await hasFloodRule(chosen, held);
    const isEnded = await ledger.unmute({ kind, id }, now);
    if (options.json) console.log(JSON.stringify({ kind, id, unmuted: isEnded, routes: held.routes }));
    else {
      const others = muted.some((one) => one !== own);
      for (const line of tellUnmuted({ kind, id }, isEnded, held, {
        ...options,
        isRunning,
        others,
        mayFlood,
      }))
        console.log(line);
    }
  });
}

/** Whether one of the routes has a flood rule. */
async function hasFloodRule({ readConfig }: ChosenLedger, held: HeldByMute): Promise<boolean> {
  if (held.routes.length === 0) return false;
  const { routes } = await readConfig();
  const withRule = new Set(routes.filter((route) => floodRuleOf(route) !== null).map((route) => route.id));
  return held.routes.some(({ routeId }) => withRule.has(routeId));
}

async function showMutes(options: PlaceOptions): Promise<void> {
  const now = systemClock.now();
  await withLedger(options, async ({ ledger }) => {
    const rows = await describeMutes(ledger, await listMuted(ledger, now), now);
    if (options.json) console.log(JSON.stringify({ mutes: rows }));
    else for (const line of tellListed(rows, now)) console.log(line);
  });
}

/** The mutes that hold at `now`, the first to end first. */
async function listMuted(ledger: Ledger, now: number): Promise<Mute[]> {
  const mutes = await ledger.listMutes();
  return mutes.filter(({ until }) => until > now).sort((one, other) => one.until - other.until);
}

const longestReason = 200;

function readReason(text: string): string {
  if (text.length > longestReason) {
    throw new ConfigurationError([
      `--because: found ${text.length} characters; write at most ${longestReason}`,
    ]);
  }
  const reason = oneLine(text, longestReason);
  if (reason !== null) return reason;
  throw new ConfigurationError([
    `--because: found ${JSON.stringify(text)}; write why, for the other operators: --because "they signed"`,
  ]);
}

/** Ids of buyers and bridges in lower case, as the ledger compares them. */
function readId(kind: Kind, text: string): string {
  if (kind === 'route') return text;
  if (isUuid(text)) return text.toLowerCase();
  throw new ConfigurationError([
    `ID: found ${JSON.stringify(text)}, which is not a UUID; write the ${kind}'s id, such as 1f0c6b52-7a3e-4f7d-9c41-5be2a90d8e13`,
  ]);
}

/** The mute would be lost, and a wrong `--state` would not be noticed. */
function checkState({ isThere }: ChosenLedger, { state }: PlaceOptions): void {
  if (isThere) return;
  throw new ConfigurationError([
    `--state: found nothing in ${state}; run Signalpost once, or name the directory in which it runs`,
  ]);
}
