import { counted } from '../../shared/domain/counted.ts';
import type { Sentence } from './row.ts';

/** Sentences with the same words share one line: two hundred buyers may have the same failure. */
export interface Line extends Pick<Sentence, 'tone' | 'text'> {
  readonly key: string;
  readonly kind: string;
  /** Buyers, bridges or routes, in the order of their first observation. */
  readonly abouts: Set<string>;
  /** The sum of the amounts; null for a sentence without one. */
  readonly amount: readonly [count: number, noun: string] | null;
  readonly times: number;
}

export function lineOf(kind: string, { about, amount, tone, text }: Sentence): Line {
  const abouts = new Set(about === undefined ? [] : [about]);
  return { key: `${kind} ${text}`, kind, tone, text, abouts, amount: amount ?? null, times: 1 };
}

/** Adds a line to the one with its key, which must not be used any more: they share their set of names. */
export function joinLines(known: Line | undefined, { abouts, amount, ...words }: Line): Line {
  if (known === undefined) return { ...words, abouts, amount };
  for (const about of abouts) known.abouts.add(about);
  const sum = amount && ([amount[0] + (known.amount?.[0] ?? 0), amount[1]] as const);
  return { ...words, abouts: known.abouts, amount: sum, times: known.times + 1 };
}

/** `buyer a, buyer b, buyer c and 2 more: 12 signals held` */
export function formatLine(line: Line): string {
  const names = describeAbouts(line);
  return names === '' ? formatText(line) : `${names}: ${formatText(line)}`;
}

const mostNamed = 3;

export function describeAbouts({ abouts }: Line): string {
  const named = [...abouts].slice(0, mostNamed).join(', ');
  return abouts.size > mostNamed ? `${named} and ${abouts.size - mostNamed} more` : named;
}

export function formatText({ amount, text }: Line): string {
  return amount === null ? text : `${counted(...amount)} ${text}`;
}
