import { readAnswers } from '../../functions/compose-digests/reports/compose-reports.ts';
import { readSent } from '../../functions/compose-digests/reports/sent-signals.ts';
import { outcomeOf } from '../../shared/domain/clicks/outcome-of.ts';
import { rememberedDays, type SignalRecord } from '../../shared/domain/history/history.ts';
import { readNumber } from '../../shared/domain/signals/read-number.ts';
import { rejudge } from '../preview/read-days.ts';
import type { LookupPorts } from './ports.ts';

export type JudgedRule = Awaited<ReturnType<typeof judgeHotRules>>[number];

/**
 * Of each rule of `hot`: how many signals of the last 90 days it makes hot and what became of them, with its own threshold
 * first, then with others; and how many could not be judged.
 */
export async function judgeHotRules({ ledger, config, now }: LookupPorts) {
  const span = { since: now - rememberedDays * 86_400_000, until: now };
  const sent = await readSent({ ledger }, null, span, () => true);
  const { found } = await readAnswers(ledger, sent, 0);
  const fates = new Map(sent.map(({ signalId, clicks }) => [signalId, outcomeOf(clicks, signalId)]));
  const { columns, topByHotness: top } = config.hot;
  const rules = [
    ...columns.map(({ name, atLeast }) => ({ column: name, own: atLeast, of: placeByColumn(config, name) })),
    ...(top === 0 ? [] : [{ column: null, own: -top, of: placeByRank(top) }]),
  ].map((rule) => ({ ...rule, placed: [] as [signalId: string, value: number][], unjudged: 0 }));
  // A quarter's records are more than memory holds.
  await ledger.listRecords(span, undefined, (record) => {
    for (const rule of record.notSent === null ? rules : []) {
      const value = rule.of(record);
      if (value === 'unknown') rule.unjudged += 1;
      else if (value !== null) rule.placed.push([record.signalId, value]);
    }
    return false;
  });
  return rules.map(({ column, own, placed, unjudged }) => {
    const others = column === null ? [own + 1, Math.round(own / 2)] : chooseOthers(placed, own);
    const thresholds = [...new Set([own, ...others])].filter((one) => column !== null || one < 0);
    const tally = (threshold: number) => {
      const ids = placed.flatMap(([id, value]) => (value >= threshold ? id : []));
      const count = (is: (id: string) => unknown): number => ids.filter(is).length;
      return {
        threshold: column === null ? -threshold : threshold,
        ...{ hot: ids.length, sent: count((id) => fates.has(id)) },
        claimed: count((id) => fates.get(id)?.claimed),
        notForUs: count((id) => fates.get(id)?.refused),
        acted: count((id) => found.get(id)?.became === 'acted'),
        notLookedUp: count((id) => fates.has(id) && !found.has(id)),
      };
    };
    return { column, unjudged, thresholds: thresholds.map(tally) };
  });
}

/** The number that a rule asks for, the higher the hotter; null if the signal has none, or its deadline had passed. */
type Place = (record: SignalRecord) => number | null | 'unknown';

function placeByColumn(config: LookupPorts['config'], name: string): Place {
  return (record) => {
    const cell = record.signal?.columns[name];
    const value = readNumber(cell);
    // A record has at most 2,000 bytes of its row.
    const isCut = record.signal?.truncated === true && String(cell ?? '…').endsWith('…');
    if (value === null) return isCut || record.hotUnknown ? 'unknown' : null;
    const hot = { topByHotness: 0, columns: [{ name, atLeast: value }] };
    return rejudge({ config: { ...config, hot } }, [record])[0]?.hot ? value : null;
  };
}

/** Of a rank the negative. Places behind the first `top` were not read. */
function placeByRank(top: number): Place {
  return ({ hotBecause, hotUnknown, hotnessRank }) => {
    const reason = hotBecause.find((one) => one.rule === 'rank');
    if (hotUnknown && hotnessRank === null) return 'unknown';
    return reason !== undefined && reason.of > top ? -reason.rank : null;
  };
}

/** Of the values seen, those that would make about twice, half and a quarter as many hot. */
function chooseOthers(placed: readonly (readonly [string, number])[], threshold: number): number[] {
  const values = placed.map(([, value]) => value).sort((a, b) => b - a);
  const hot = values.filter((value) => value >= threshold).length;
  const places = [hot * 2, hot / 2, hot / 4].map((count) => Math.max(Math.round(count), 1) - 1);
  return places.flatMap((place) => values[Math.min(place, values.length - 1)] ?? []);
}
