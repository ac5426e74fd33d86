import { readRowAnswers } from '../../functions/lookups/read-row-answers.ts';
import { readSent } from '../../functions/lookups/read-sent.ts';
import { outcomeOf } from '../../shared/domain/clicks/outcome-of.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import { rememberedDays, type SignalRecord } from '../../shared/domain/history/history.ts';
import type { HotReason } from '../../shared/domain/signals/hotness.ts';
import type { LookupPorts } from './ports.ts';
import { createJudge } from './read-days.ts';

export type JudgedHot = Awaited<ReturnType<typeof judgeHotRules>>;
export type JudgedRule = JudgedHot['rules'][number];

/**
 * Each rule of `hot` as it is today: how many signals of the last 90 days it made hot, and what became of them. `kept`: how
 * many more would be hot, by the column of the deadline that had passed.
 */
export async function judgeHotRules({ ledger, config, now }: LookupPorts) {
  const span = { since: now - rememberedDays * dayMs, until: now };
  const sent = await readSent(
    { ledger },
    () => true,
    span,
    () => true,
  );
  const { found } = await readRowAnswers(ledger, sent, 0);
  const fates = new Map(sent.map(({ signalId, clicks }) => [signalId, outcomeOf(clicks, signalId)]));
  const { columns, topByHotness: top } = config.hot;
  const rules: Rule[] = [
    ...columns.map(({ name, atLeast }) => ({ column: name, threshold: atLeast })),
    ...(top === 0 ? [] : [{ column: null, threshold: top }]),
  ];
  const hot = rules.map((): string[] => []);
  // A quarter's records are more than memory holds.
  const kept = await countKept({ ledger, config, now }, span.since, ({ signalId, notSent, hotBecause }) => {
    for (const [at, rule] of rules.entries())
      if (notSent === null && hotBecause.some((reason) => isOf(rule, reason))) hot[at]?.push(signalId);
  });
  const judged = rules.map((rule, at) => {
    const own = hot[at] ?? [];
    const count = (is: (id: string) => unknown): number => own.filter(is).length;
    return {
      ...rule,
      hot: own.length,
      sent: count((id) => fates.has(id)),
      claimed: count((id) => fates.get(id)?.claimed),
      notForUs: count((id) => fates.get(id)?.refused),
      acted: count((id) => found.get(id)?.became === 'acted'),
      notLookedUp: count((id) => fates.has(id) && !found.has(id)),
    };
  });
  return { rules: judged, kept };
}

/** A rule of `hot`; `column` is null for the first places in the order of hotness. */
interface Rule {
  readonly column: string | null;
  readonly threshold: number;
}

function isOf({ column, threshold }: Rule, reason: HotReason): boolean {
  return reason.rule === 'rank'
    ? column === null && reason.rank <= threshold
    : reason.name === column && reason.atLeast === threshold;
}

/** The number of signals since a time that a deadline alone keeps from being hot, by its column. `look` sees each record. */
export async function countKept(
  { ledger, config, now }: LookupPorts,
  since: number,
  look: (record: SignalRecord) => void = () => undefined,
) {
  const judge = createJudge(config, (await ledger.polls.readPlan()).bridgeNames);
  const kept = new Map<string, number>();
  await ledger.history.listSignals({ since, until: now }, undefined, (record) => {
    look(record);
    const { keptBy } = judge(record);
    if (keptBy !== null) kept.set(keptBy, (kept.get(keptBy) ?? 0) + 1);
    return false;
  });
  return [...kept].map(([column, signals]) => ({ column, signals }));
}
