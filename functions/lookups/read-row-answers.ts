import { inParallel } from '../../shared/domain/concurrency.ts';
import type { FollowedSignal } from '../../shared/domain/digests/delivery.ts';
import type { LookUpRequest } from '../../shared/domain/reports/became.ts';
import type { LedgerPort } from '../function-ports.ts';

const readsAtOnce = 8;

/** `open`: for each buyer a question about the signals that have no answer. */
export async function readRowAnswers(
  ledger: LedgerPort<'signals'>['ledger'],
  sent: readonly FollowedSignal[],
  at: number,
) {
  const questions = [...Map.groupBy(sent, ({ buyerId }) => buyerId)].map(([buyerId, own]): LookUpRequest => {
    return { buyerId, signalIds: own.map(({ signalId }) => signalId), askedAt: at };
  });
  const answers = await inParallel(questions, readsAtOnce, (one) => ledger.signals.readBecame(one));
  const found = new Map(answers.flatMap((one) => [...one]));
  const open = questions.map((one) => {
    return { ...one, signalIds: one.signalIds.filter((signalId) => !found.has(signalId)) };
  });
  return { found, open };
}
