import type { ExplainedSignal, StayReason } from '../../machine/preview/explain-signals.ts';
import type { PreviewedPart, PreviewedRoute } from '../../machine/preview/preview-routes.ts';
import type { RouteDays } from '../../machine/preview/read-days.ts';
import { counted, grouped } from '../../shared/domain/counted.ts';
import { nameZone, tellMoment } from '../../shared/domain/facts/tell-date.ts';

interface Telling {
  /** Whole messages, and all signals. */
  readonly full: boolean;
  readonly now: number;
}

const fewLines = 14;
const fewSignals = 5;

/** A route's preview as lines: where and when, the message, the reasons, the last days. */
export function tellPreview(preview: PreviewedRoute, { full, now }: Telling): string[] {
  const { routeId, to, parts, goes, lastDays, warnings } = preview;
  const [most, lines] = full ? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] : [fewSignals, fewLines];
  return [
    `${routeId} → ${to}`,
    ...tellTimes(preview, now),
    ...parts.flatMap((part, index) => tellPart(part, parts.length, full || index === 0 ? lines : 0)),
    ...(goes.length === 0 ? [] : [`  goes: ${counted(goes.length, 'signal')}`]),
    ...shorten(goes.map(tellSignal), most, 'signal').map((line) => `    ${line}`),
    ...tellStays(preview, most),
    ...tellDays(lastDays, full),
    ...warnings.map((warning) => `  warning: ${warning}`),
  ];
}

/** `lines`: how many of its text. */
function tellPart(
  { text, part, replyTo, sizes, signals }: PreviewedPart,
  parts: number,
  lines: number,
): string[] {
  // Addresses would take most of each line.
  const shown = lines === fewLines ? text.replace(/ \(https:\S+\)/g, '') : text;
  const place = replyTo === null ? '' : ', in the thread';
  const size = sizes.map(({ of: what, is, most }) => `${grouped(is)} of ${grouped(most)} ${what}`);
  return [
    `  message ${part} of ${parts}${place}: ${counted(signals, 'signal')}; ${size.join(', ')}`,
    ...(lines === 0 ? [] : shorten(shown.split('\n'), lines, 'line').map((line) => `  │ ${line}`)),
  ];
}

function tellTimes(
  { nextTimes, timezone, slot, exact, inexact, parts, state }: PreviewedRoute,
  now: number,
): string[] {
  const tell = (time: string) => tellMoment(Date.parse(time), { now, timezone });
  const zone = nameZone(timezone);
  const next = nextTimes.length === 0 ? 'no fixed time' : `${nextTimes.map(tell).join(', then ')} (${zone})`;
  const signals = parts.reduce((sum, part) => sum + part.signals, 0);
  const messages = `${counted(signals, 'signal')} in ${counted(parts.length, 'message')}`;
  const certainty = exact
    ? 'exactly these bytes, if nothing arrives or changes before'
    : `not exact: ${inexact}`;
  const isDisabled = state === 'DISABLED';
  return [
    `  next: ${next}`,
    parts.length === 0
      ? `  ${isDisabled ? 'disabled: nothing is sent until it is resumed' : `nothing to send at ${tell(slot)} (${zone})`}`
      : `  at ${tell(slot)} (${zone}): ${messages}; ${certainty}`,
  ];
}

function tellSignal({ name, buyerName, buyerId, hot, fresh, because }: ExplainedSignal): string {
  return `${fresh ? '(read just now) ' : ''}${hot ? '🔥 ' : ''}${name ?? 'an item that could not be read'} (${buyerName ?? buyerId}): ${because}`;
}

const stayWords: Readonly<Record<StayReason, string>> = {
  muted: 'muted',
  quiet: 'in quiet hours',
  summary: 'waiting for a summary',
  gather: 'gathered',
  value: 'waiting for a value',
  flood: 'over the flood limit',
  disabled: 'kept while the route is disabled',
  later: 'waiting for the next time',
  'not taken': 'not for this route',
};

function tellStays({ stays }: PreviewedRoute, most: number): string[] {
  if (stays.length === 0) return [];
  const byReason = [...Map.groupBy(stays, ({ reason }) => reason)];
  return [
    `  stays: ${byReason.map(([reason, { length }]) => `${grouped(length)} ${stayWords[reason]}`).join(', ')}`,
    ...byReason
      .flatMap(([, own]) => shorten(own.map(tellSignal), most, 'signal'))
      .map((line) => `    ${line}`),
  ];
}

function tellDays({ since, digests, signals, hot, mostAtOnce, emptyDays, days }: RouteDays, full: boolean) {
  const share = signals === 0 ? '' : ` (${Math.round((hot / signals) * 100)} % hot)`;
  const sent = `${counted(digests, 'digest')} with ${counted(signals, 'signal')}${share}, at most ${grouped(mostAtOnce)} at a time; ${counted(emptyDays, 'day')} without one`;
  const isSame = days.every((day) => day.took === day.wouldTake && day.tookHot === day.wouldBeHot);
  const total = { day: 'in all', took: 0, tookHot: 0, wouldTake: 0, wouldBeHot: 0 };
  for (const day of days) {
    total.took += day.took;
    total.tookHot += day.tookHot;
    total.wouldTake += day.wouldTake;
    total.wouldBeHot += day.wouldBeHot;
  }
  return [
    `  since ${since.slice(0, 10)}: ${digests === 0 ? 'no digest' : sent}`,
    ...(isSame
      ? []
      : ['  of the signals recorded since, this config would take others than the route took:']),
    ...(isSame && !full ? [] : tellTable([...days.filter((day) => day.took + day.wouldTake > 0), total])),
  ];
}

function tellTable(days: RouteDays['days']): string[] {
  const row = (first: string, cells: readonly string[]): string =>
    `    ${first.padEnd(10)}${cells.map((cell) => cell.padStart(12)).join('')}`;
  return [
    row('day (UTC)', ['took', 'hot', 'would take', 'hot']),
    ...days.map(({ day, ...counts }) => row(day, Object.values(counts).map(grouped))),
  ];
}

/** The first of many, and how many more there are. */
function shorten(lines: readonly string[], most: number, noun: string): string[] {
  if (lines.length <= most + 1) return [...lines];
  return [...lines.slice(0, most), `… and ${counted(lines.length - most, `more ${noun}`)}; --full shows all`];
}
