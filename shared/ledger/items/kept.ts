import type { Clock } from '../../domain/clock.ts';
import { dayMs } from '../../domain/duration.ts';
import { rememberedDays } from '../../domain/history/history.ts';
import { monthOf } from './keys.ts';

/** `expiresAt`, in seconds since the epoch. */
export function rememberedUntil(now: number, days = rememberedDays): number {
  return Math.ceil((now + days * dayMs) / 1000);
}

/** The latest comes first. */
export function monthsBack({ since, until }: TimeSpan): string[] {
  const months: string[] = [];
  for (let at = until; monthOf(at) >= monthOf(since); at = Date.parse(monthOf(at)) - 1)
    months.push(monthOf(at));
  return months;
}

/** Milliseconds since the epoch, both included. */
export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

/** A process notes each thing once in a while: hundreds of the same need no more writes. */
export function createPace(clock: Pick<Clock, 'now'>, everyMs: number): (what: string) => boolean {
  const noted = new Map<string, number>();
  return (what) => {
    const now = clock.now();
    if (Math.abs(now - (noted.get(what) ?? Number.NEGATIVE_INFINITY)) < everyMs) return false;
    noted.set(what, now);
    return true;
  };
}
