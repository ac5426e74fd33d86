import type { DigestSignal, DigestView } from '../digests/digest.ts';
import { deadlineOf } from '../message/deadline.ts';
import { nameOwners } from '../message/owner.ts';
import { findDecisionMaker } from './decision-maker.ts';
import { findMoney, findStage } from './facts.ts';
import { readSum } from './money.ts';
import type { WrittenDate } from './read-date.ts';
import { utcOf } from './wall-time.ts';

/**
 * The facts of a signal that a message shows, as fields: null for a fact that the row does not have. `deadline`: `2026-12-01`;
 * `2026-12-01T14:00`, where the row names no zone; or an instant in UTC. `money`: in whole units, its currency an ISO code
 * or the symbol that the row writes. `owner`: several with semicolons between them.
 */
export function fieldFactsOf(signal: DigestSignal, view: DigestView) {
  const { columns, bridgeId, filterType } = signal;
  const infos = view.columns.get(bridgeId.toLowerCase());
  const deadline = deadlineOf(columns, infos, view.timezone, filterType);
  const money = findMoney(signal, infos);
  return {
    deadline: deadline && writeDate(deadline.date),
    money:
      money === null || ['cost', 'piece'].includes(money.kind)
        ? null
        : readSum(columns[money.column], money.info),
    stage: findStage(signal, infos),
    person: findDecisionMaker(columns, infos),
    owner: nameOwners(signal, view) || null,
  };
}

/** `2026-12-01`, `2026-12-01T14:00` or an instant in UTC. */
export function writeDate(date: WrittenDate): string {
  if (date.kind === 'instant') return new Date(date.instant).toISOString();
  return new Date(utcOf(date.wall)).toISOString().slice(0, date.kind === 'day' ? 10 : 16);
}
