import { isoTime } from '../../shared/domain/clock.ts';
import { counted } from '../../shared/domain/counted.ts';
import type { Mute, MutedSignals } from '../../shared/domain/routes/mute.ts';
import { tellTime, tellWhen } from '../../shared/domain/tell-time.ts';
import { longest } from '../../shared/domain/text/lengths.ts';
import { oneLine } from '../../shared/domain/text/one-line.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { isAlone, type Sending } from './when-sent.ts';

/** What a mute holds now. */
export interface HeldByMute {
  /** Of the buyer or bridge, where a held signal has it. */
  readonly name: string | null;
  /** The routes from which it holds signals. */
  readonly routes: readonly { readonly routeId: string; readonly signals: number }[];
}

/** Printed by `mutes --json` under these names; times in ISO 8601. */
export interface MuteRow extends HeldByMute, Pick<Mute, 'kind' | 'id' | 'because'> {
  readonly until: string;
  /** One that several mutes hold is counted under the last to end. */
  readonly signals: number;
}

/** Printed by `--json` under these names. */
export interface MutedRow extends Omit<MutedSignals, 'until'> {
  /** ISO 8601. */
  readonly until: string;
}

type MuteCounts = Pick<Ledger, 'listRoutes' | 'countMuted'>;

export async function describeHeld(ledger: MuteCounts, mute: Mute, now: number): Promise<HeldByMute> {
  const [row] = await describeMutes(ledger, [mute], now);
  return { name: row?.name ?? null, routes: row?.routes ?? [] };
}

export async function describeMutes(
  ledger: MuteCounts,
  mutes: readonly Mute[],
  now: number,
): Promise<MuteRow[]> {
  const held: (MutedSignals & { readonly routeId: string })[] = [];
  for (const { routeId } of mutes.length > 0 ? await ledger.listRoutes() : []) {
    for (const muted of await ledger.countMuted(routeId, mutes, now)) held.push({ ...muted, routeId });
  }
  return mutes.map(({ kind, id, until, because }) => {
    const own = held.filter((one) => one.kind === kind && one.id === id);
    return {
      kind,
      id,
      name: own.find(({ name }) => name !== null)?.name ?? null,
      until: isoTime(until),
      because,
      signals: own.reduce((sum, { signals }) => sum + signals, 0),
      routes: own.map(({ routeId, signals }) => ({ routeId, signals })),
    };
  });
}

/** What mutes hold back from one route. */
export async function describeMutedOf(
  ledger: Pick<Ledger, 'countMuted'>,
  routeId: string,
  mutes: readonly Mute[],
  now: number,
): Promise<MutedRow[]> {
  const muted = await ledger.countMuted(routeId, mutes, now);
  return muted.map((one) => ({ ...one, until: isoTime(one.until) }));
}

/** The result of `mute`. */
export function tellMuted(
  mute: Mute,
  replaced: Mute | null,
  held: HeldByMute,
  { now, ...place }: Sending & { readonly now: number },
): string[] {
  const lines = [
    `${tellWhat({ ...mute, ...held })} is muted until ${tellEnd(mute.until, now)}.`,
    ...(replaced === null
      ? []
      : [`  This replaces its mute until ${tellTime(replaced.until)} (${replaced.because}).`]),
  ];
  if (held.routes.length === 0) return [...lines, '  No signal waits for its end yet.'];
  const when = isAlone(place)
    ? 'What it holds is sent with the first run after its end.'
    : "What it holds is sent when it ends, or with the route's next digest if that is later.";
  return [...lines, `  ${tellSignals(held)} ${sumOf(held) === 1 ? 'waits' : 'wait'} for its end. ${when}`];
}

/** The result of `unmute`. */
export function tellUnmuted(
  { kind, id }: Pick<Mute, 'kind' | 'id'>,
  isEnded: boolean,
  held: HeldByMute,
  { others, mayFlood, ...place }: Sending & { readonly others: boolean; readonly mayFlood: boolean },
): string[] {
  const what = tellWhat({ kind, id, ...held });
  if (!isEnded) return [`${what} is not muted, so there is nothing to end.`];
  if (held.routes.length === 0) return [`${what} is no longer muted. No signal waited for that.`];
  const when = isAlone(place) ? 'from the next run on' : 'from now on';
  const but = others ? ', except what another mute holds: signalpost mutes lists them' : '';
  const wait = sumOf(held) === 1 ? 'waits' : 'wait';
  return [
    `${what} is no longer muted.`,
    // As many digests as they need, and as the route's times and quiet hours allow.
    `  ${tellSignals(held)} ${wait} for the next digests of their routes, ${when}${but}.`,
    ...(mayFlood ? ['  If they are a flood, its rule may hold some, but drops none.'] : []),
  ];
}

/** The lines of `mutes`. */
export function tellListed(rows: readonly MuteRow[], now: number): string[] {
  if (rows.length === 0) return ['Nothing is muted.'];
  return rows.flatMap((row) => [
    `${tellWhat(row)}: until ${tellEnd(Date.parse(row.until), now)}, because ${row.because}`,
    row.signals === 0
      ? '  no signal waits for its end'
      : `  ${tellSignals(row)} ${row.signals === 1 ? 'waits' : 'wait'} for its end`,
  ]);
}

/** `12 signals muted until 2026-12-03 08:00 UTC: buyer 1f0c… (Fort Worth ISD)` */
export function tellMutedOf({ signals, until, ...what }: MutedRow): string {
  return `${counted(signals, 'signal')} muted until ${tellTime(Date.parse(until))}: ${tellWhat(what)}`;
}

function tellWhat({ kind, id, name }: Pick<MutedRow, 'kind' | 'id' | 'name'>): string {
  const known = oneLine(name, longest.buyerName);
  return `${kind} ${id}${known === null ? '' : ` (${known})`}`;
}

function tellEnd(until: number, now: number): string {
  return `${tellTime(until)} (${tellWhen(until, now)})`;
}

/** `12 signals (sales 10, crm 2)` */
function tellSignals(held: HeldByMute): string {
  const byRoute = held.routes.map(({ routeId, signals }) => `${routeId} ${signals}`).join(', ');
  return `${counted(sumOf(held), 'signal')} (${byRoute})`;
}

function sumOf({ routes }: HeldByMute): number {
  return routes.reduce((sum, { signals }) => sum + signals, 0);
}
