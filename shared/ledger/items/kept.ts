import { dayMs } from '../../domain/duration.ts';
import { rememberedDays } from '../../domain/history/history.ts';
import { monthOf } from './keys.ts';

/** `expiresAt`, in seconds since the epoch. */
export function rememberedUntil(now: number, days = rememberedDays): number {
  return Math.ceil((now + days * dayMs) / 1000);
}

/** The latest comes first. */
export function monthsBack({ since, until }: Span): string[] {
  const months: string[] = [];
  for (let at = until; monthOf(at) >= monthOf(since); at = Date.parse(monthOf(at)) - 1)
    months.push(monthOf(at));
  return months;
}

/** Milliseconds since the epoch, both included. */
export interface Span {
  readonly since: number;
  readonly until: number;
}
