import { TemplateError } from '../../../shared/domain/errors.ts';
import { signalIdOf } from '../../../shared/domain/rows/signal.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { longest } from '../../../shared/domain/text/lengths.ts';
import { oneLine } from '../../../shared/domain/text/one-line.ts';

export interface Unwritable {
  readonly key: string;
  /** Names the signal, for an alarm. */
  readonly about: string;
  readonly problem: string;
}

/** Signals that the template can't write only together are not among them: they go into messages of their own. */
export function findUnwritable(
  entries: readonly OutboxEntry[],
  write: (shown: readonly OutboxEntry[]) => void,
): Unwritable[] {
  const problem = entries.length === 0 ? null : problemOf(() => write(entries));
  if (problem === null) return [];
  if (entries.length === 1) return entries.map((entry) => describeUnwritable(entry, problem));
  const middle = Math.ceil(entries.length / 2);
  return [entries.slice(0, middle), entries.slice(middle)].flatMap((half) => findUnwritable(half, write));
}

export function describeUnwritable({ key, signal }: OutboxEntry, problem: string): Unwritable {
  if (signal === null) return { key, about: 'a signal that can not be read', problem };
  const name = oneLine(signal.name, longest.signalName);
  const id = signalIdOf(signal);
  return { key, about: name === null ? id : `"${name}" (${id})`, problem };
}

export function problemOf(write: () => void): string | null {
  try {
    write();
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
