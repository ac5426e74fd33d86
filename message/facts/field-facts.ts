import type { WrittenDate } from '../../shared/domain/cells/read-date.ts';
import { createFactReader, type Fact, type ReadDate } from '../../shared/domain/cells/row-facts.ts';
import type { DigestSignal, DigestView } from '../../shared/domain/digests/digest.ts';
import { nameOwners } from '../lines/owner.ts';

/**
 * Facts of a signal as fields, from the columns that the config declares: null for what it does not declare, and for a
 * cell that can't be read. `deadline`, `date`: `2026-12-01`; `2026-12-01T14:00`, where the row names no zone; or an
 * instant in UTC. `money`: in whole units, its currency an ISO code or the symbol that the row writes. `owner`: several
 * with semicolons between them.
 */
export function fieldFactsOf(signal: DigestSignal, view: DigestView) {
  const read = createFactReader(signal, view);
  return {
    deadline: dateIn(read.deadline()),
    date: dateIn(read.date()),
    money: declaredIn(read.money()),
    stage: declaredIn(read.stage()),
    person: declaredIn(read.person()),
    owner: nameOwners(signal, view) || null,
  };
}

function declaredIn<Value>(fact: Fact<Value> | null): Value | null {
  return fact?.isDeclared ? fact.value : null;
}

function dateIn(fact: Fact<ReadDate> | null): string | null {
  const read = declaredIn(fact);
  return read && writeDate(read.date);
}

/** `2026-12-01`, `2026-12-01T14:00` or an instant in UTC. */
export function writeDate(date: WrittenDate): string {
  if (date.kind === 'instant') return new Date(date.instant).toISOString();
  return new Date(date.wall).toISOString().slice(0, date.kind === 'day' ? 10 : 16);
}
