import { dayMs } from '../duration.ts';
import type { Click, ClickKind, RecordedClick } from './click.ts';

export interface DigestClicks {
  readonly clicks: readonly RecordedClick[];
  /** `1795824000000 CLICK`: who draws them until when, in milliseconds since the epoch; else ''. */
  readonly drawing: string;
}

const lastsDays: Partial<Readonly<Record<ClickKind, number>>> = { 'mute-week': 7, 'mute-month': 30 };
const madeOnce: ReadonlySet<ClickKind> = new Set(['claim', 'not-for-us']);
/** A digest has fewer signals to claim and to refuse; only a machine goes on and on. */
const mostClicks = 400;
/** An invocation is shorter: then whoever drew has ended. */
const drawMs = 90_000;

/** The click's own time counts, however late it is recorded. */
export function mutedUntil({ kind, clickedAt }: Pick<Click, 'kind' | 'clickedAt'>): number {
  return clickedAt + (lastsDays[kind] ?? 0) * dayMs;
}

/**
 * Whoever recorded the click draws all of them, unless another draws. A click that changes nothing, because somebody
 * was first, is not added. Pure. `now` in milliseconds since the epoch.
 */
export function addClick(known: DigestClicks, click: Click, now: number): DigestClicks {
  const { id, kind, by, signalId } = click;
  const isKnown = known.clicks.some((one) => one.id === id);
  const isMade = known.clicks.some((one) => one.kind === kind && one.signalId === signalId);
  if (!isKnown && ((isMade && madeOnce.has(kind)) || known.clicks.length >= mostClicks)) return known;
  const until = kind in lastsDays ? { until: mutedUntil(click) } : {};
  const clicks = isKnown ? known.clicks : [...known.clicks, { id, kind, by, signalId, at: now, ...until }];
  return { clicks, drawing: isDrawnByOther(known, id, now) ? known.drawing : `${now + drawMs} ${id}` };
}

/** Whoever draws sees what was recorded meanwhile, and draws that, too. */
export function isDrawnByOther({ drawing }: DigestClicks, id: string, now: number): boolean {
  const [until, by] = drawing.split(' ');
  return Number(until) > now && by !== id;
}
