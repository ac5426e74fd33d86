import { formatMoment } from '../../message/facts/format-date.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted, grouped } from '../../shared/domain/counted.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import { formatTime, formatWallTime } from '../../shared/domain/times/format-time.ts';
import { nameZone } from '../../shared/domain/times/wall-time.ts';
import type { RouteDays } from '../lookup/read-days.ts';
import type { ExplainedSignal, StayReason } from '../preview/explain-signals.ts';
import type { PreviewedPart, PreviewedRoute } from '../preview/preview-routes.ts';

const fewLines = 14;
const fewSignals = 5;

interface FirstLookFacts {
  readonly period: '7 days' | '30 days';
  readonly firstRun: SignalpostConfig['watch']['firstRun'];
  /** The first run has recorded them already. */
  readonly hasRun: boolean;
}

export function describeFirstLook({ period, firstRun, hasRun }: FirstLookFacts): string[] {
  const little = period === '30 days' ? ', since the last 7 days have hardly any' : '';
  const shown = `A first look: your signals of the last ${period}${little}. Nothing is recorded or sent, and no summary is asked for.`;
  const sending = `firstRun: { sendLast: '${period}' }`;
  if (hasRun)
    return [
      shown,
      `The first run has recorded them without sending, and only newer ones are sent. To send them, begin a new state (--state) with ${sending}.`,
    ];
  if (firstRun === 'baseline')
    return [shown, `The first run records them and sends nothing. To send them, write ${sending}.`];
  const sent =
    firstRun === 'send-all' ? 'all of the last three months' : `those of the last ${firstRun.sendLast}`;
  return [shown, `The first run sends ${sent}.`];
}

interface Telling {
  /** Whole messages, all signals. */
  readonly full: boolean;
  readonly now: number;
  /** All of it was read just now, and nothing was sent before. */
  readonly isFirst: boolean;
}

/** A route's preview as lines: where and when, the message, the reasons, the last days. */
export function describePreview(preview: PreviewedRoute, { full, now, isFirst }: Telling): string[] {
  const { routeId, to, parts, goes, stays, lastDays, warnings } = preview;
  const list = (signals: readonly ToldSignal[]) =>
    shorten(
      signals.map((one) => formatSignal({ ...one, fresh: one.fresh && !isFirst })),
      full ? undefined : fewSignals,
      'signal',
    ).map((line) => `    ${line}`);
  const reasons = [...Map.groupBy(stays, ({ reason }) => reason)];
  const counts = reasons.map(([reason, { length }]) => `${grouped(length)} ${stayWords[reason]}`);
  return [
    `${routeId} → ${to}`,
    ...describeTimes(preview, now, isFirst),
    ...parts.flatMap((part, index) =>
      describePart(part, parts.length, full ? undefined : index === 0 ? fewLines : 0),
    ),
    ...(goes.length === 0 ? [] : [`  goes: ${counted(goes.length, 'signal')}`, ...list(goes)]),
    ...(stays.length === 0 ? [] : [`  stays: ${counts.join(', ')}`]),
    ...reasons.flatMap(([, own]) => list(own)),
    ...(isFirst ? [] : formatDays(lastDays, full)),
    ...warnings.map((warning) => `  warning: ${warning}`),
  ];
}

/** `lines`: how many of its text. @default all */
function describePart(message: PreviewedPart, parts: number, lines?: number): string[] {
  const { text, part, replyTo, sizes, signals } = message;
  // Addresses would take most of each line.
  const shown = lines === undefined ? text : text.replace(/ \(https:\S+\)/g, '');
  const place = replyTo === null ? '' : ', in the thread';
  const size = sizes.map(({ of: what, is, most }) => `${grouped(is)} of ${grouped(most)} ${what}`);
  return [
    `  message ${part} of ${parts}${place}: ${counted(signals, 'signal')}; ${size.join(', ')}`,
    ...(lines === 0 ? [] : shorten(shown.split('\n'), lines, 'line').map((line) => `  │ ${line}`)),
  ];
}

/** A day without its year is the nearest of that name. */
const nearMs = 180 * dayMs;

function formatNextTime(time: number, now: number, timezone: string): string {
  return Math.abs(time - now) < nearMs
    ? formatMoment(time, { now, timezone })
    : formatWallTime(time, timezone);
}

function describeTimes(route: PreviewedRoute, now: number, isFirst: boolean): string[] {
  const { nextTimes, timezone, slot, inexact, parts, state } = route;
  const format = (time: string) => formatNextTime(Date.parse(time), now, timezone);
  const zone = nameZone(timezone);
  const next =
    nextTimes.length === 0 ? 'no fixed time' : `${nextTimes.map(format).join(', then ')} (${zone})`;
  const signals = parts.reduce((sum, part) => sum + part.signals, 0);
  const messages = `${counted(signals, 'signal')} in ${counted(parts.length, 'message')}`;
  const certainty =
    inexact === null
      ? '; exactly these bytes, if nothing arrives or changes before'
      : `; not exact: ${inexact}`;
  const isStopped = state === 'DISABLED' && parts.length === 0;
  const sent =
    parts.length === 0
      ? `nothing to send at ${format(slot)} (${zone})`
      : `at ${format(slot)} (${zone}): ${messages}${isFirst ? '' : certainty}`;
  return [`  next: ${next}`, `  ${isStopped ? 'nothing is sent until the route is resumed' : sent}`];
}

type ToldSignal = Omit<ExplainedSignal, 'facts'> & Partial<Pick<ExplainedSignal, 'facts'>>;

function formatSignal({ name, buyerName, buyerId, hot, fresh, because, facts = [] }: ToldSignal): string {
  const told = facts.map(({ column, text }) => ` · ${text} (${column})`).join('');
  return `${fresh ? '(read just now) ' : ''}${hot ? '🔥 ' : ''}${name ?? 'an item that could not be read'} (${buyerName ?? buyerId}): ${because}${told}`;
}

const stayWords: Readonly<Record<StayReason, string>> = {
  muted: 'muted',
  quiet: 'in quiet hours',
  summary: 'waiting for a summary',
  gather: 'gathered',
  value: 'waiting for a value',
  flood: 'over the flood limit',
  disabled: 'waiting until the route is resumed',
  later: 'waiting for the next time',
  template: 'waiting until the template renders',
  'not taken': 'not for this route',
  'not news': 'from before the first run or left out',
};

function formatDays({ since, digests, signals, hot, mostAtOnce, emptyDays, days }: RouteDays, full: boolean) {
  const share = hot === 0 ? '' : ` (${Math.round((hot / signals) * 100)} % hot)`;
  const sent = `${counted(digests, 'digest')} with ${counted(signals, 'signal')}${share}, at most ${grouped(mostAtOnce)} at a time; ${counted(emptyDays, 'day')} without one`;
  const isSame = days.every((day) => day.took === day.wouldTake && day.tookHot === day.wouldBeHot);
  const counts = days.map(({ day: _, ...cells }) => Object.values(cells));
  const row = (first: string, cells: readonly (string | number)[]): string =>
    `    ${first.padEnd(10)}${cells.map((cell) => (typeof cell === 'number' ? grouped(cell) : cell).padStart(12)).join('')}`;
  const total = [0, 1, 2, 3].map((at) => counts.reduce((sum, cells) => sum + (cells[at] ?? 0), 0));
  const table = [
    row('day (UTC)', ['took', 'hot', 'would take', 'hot']),
    ...days.flatMap(({ day, took, wouldTake }, at) =>
      took + wouldTake > 0 ? row(day, counts[at] ?? []) : [],
    ),
    row('in all', total),
  ];
  const differs = '  of the signals recorded since, this config would take others than the route took:';
  return [
    `  since ${formatTime(since)}: ${digests === 0 ? 'no digest' : sent}`,
    ...(isSame ? [] : [differs]),
    ...(isSame && !full ? [] : table),
  ];
}

/** The first of many, and how many more there are. @default most all */
function shorten(lines: readonly string[], most = lines.length, noun: string): string[] {
  if (lines.length <= most + 1) return [...lines];
  return [...lines.slice(0, most), `… and ${counted(lines.length - most, `more ${noun}`)}; --full shows all`];
}
