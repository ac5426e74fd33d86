import { readAnswers } from '../../functions/lookups/read-answers.ts';
import { readSent } from '../../functions/lookups/read-sent.ts';
import { readNumber } from '../../shared/domain/cells/read-number.ts';
import { outcomeOf } from '../../shared/domain/clicks/outcome-of.ts';
import { rememberedDays, type SignalRecord } from '../../shared/domain/history/history.ts';
import type { LookupPorts } from './ports.ts';
import { createJudge } from './read-days.ts';

export type JudgedHot = Awaited<ReturnType<typeof judgeHotRules>>;
export type JudgedRule = JudgedHot['rules'][number];

/**
 * Of each rule of `hot`: how many signals of the last 90 days it makes hot and what became of them, and how many could not
 * be judged. `kept`: how many more would be hot, by the column of the deadline that had passed.
 */
export async function judgeHotRules({ ledger, config, now }: LookupPorts) {
  const span = { since: now - rememberedDays * 86_400_000, until: now };
  const sent = await readSent(
    { ledger },
    () => true,
    span,
    () => true,
  );
  const { found } = await readAnswers(ledger, sent, 0);
  const fates = new Map(sent.map(({ signalId, clicks }) => [signalId, outcomeOf(clicks, signalId)]));
  const { bridgeNames } = await ledger.polls.readPlan();
  const judge = createJudge(config, bridgeNames);
  const kept = new Map<string, number>();
  const { columns, topByHotness: top } = config.hot;
  const rules = [
    ...columns.map((rule) => ({
      column: rule.name,
      threshold: rule.atLeast,
      judge: byColumn(config, rule, bridgeNames),
    })),
    ...(top === 0 ? [] : [{ column: null, threshold: top, judge: byRank }]),
  ].map((rule) => ({ ...rule, hot: [] as string[], unjudged: 0 }));
  // A quarter's records are more than memory holds.
  await ledger.history.listSignals(span, undefined, (record) => {
    for (const rule of record.notSent === null ? rules : []) {
      const verdict = rule.judge(record, rule.threshold);
      if (verdict === 'unknown') rule.unjudged += 1;
      else if (verdict) rule.hot.push(record.signalId);
    }
    addKept(kept, judge(record).keptBy);
    return false;
  });
  const judged = rules.map(({ column, threshold, hot, unjudged }) => {
    const count = (is: (id: string) => unknown): number => hot.filter(is).length;
    return {
      column,
      threshold,
      unjudged,
      hot: hot.length,
      sent: count((id) => fates.has(id)),
      claimed: count((id) => fates.get(id)?.claimed),
      notForUs: count((id) => fates.get(id)?.refused),
      acted: count((id) => found.get(id)?.became === 'acted'),
      notLookedUp: count((id) => fates.has(id) && !found.has(id)),
    };
  });
  return { rules: judged, kept: listKept(kept) };
}

/** The same `kept`, of the signals since a time. */
export async function countKept({ ledger, config, now }: LookupPorts, since: number) {
  const judge = createJudge(config, (await ledger.polls.readPlan()).bridgeNames);
  const kept = new Map<string, number>();
  await ledger.history.listSignals({ since, until: now }, undefined, (record) => {
    addKept(kept, judge(record).keptBy);
    return false;
  });
  return listKept(kept);
}

function addKept(kept: Map<string, number>, column: string | null): void {
  if (column !== null) kept.set(column, (kept.get(column) ?? 0) + 1);
}

function listKept(kept: ReadonlyMap<string, number>) {
  return [...kept].map(([column, signals]) => ({ column, signals }));
}

type Verdict = boolean | 'unknown';

function byColumn(
  config: LookupPorts['config'],
  rule: LookupPorts['config']['hot']['columns'][number],
  bridgeNames: ReadonlyMap<string, string>,
) {
  const judge = createJudge({ ...config, hot: { topByHotness: 0, columns: [rule] } }, bridgeNames);
  return (record: SignalRecord): Verdict => {
    const cell = record.signal?.columns[rule.name];
    // A record has at most 2,000 bytes of its row.
    const isCut = record.signal?.truncated === true && String(cell ?? '…').endsWith('…');
    if (readNumber(cell) === null && (isCut || record.hotUnknown)) return 'unknown';
    return judge(record).hot;
  };
}

/** Places behind the first `of` were not read. */
function byRank({ hotBecause, hotUnknown, hotnessRank }: SignalRecord, top: number): Verdict {
  if (hotUnknown && hotnessRank === null) return 'unknown';
  return hotBecause.some((one) => one.rule === 'rank' && one.rank <= top && top < one.of);
}
