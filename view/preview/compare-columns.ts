import { listFacts } from '../../message/digest/signal-facts.ts';
import { hasClosed } from '../../shared/domain/cells/deadline.ts';
import { type DeclaredColumns, meanings } from '../../shared/domain/cells/meanings.ts';
import { readFactView } from '../../shared/domain/cells/read-fact-view.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import type { SignalRecord } from '../../shared/domain/history/history.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { Signal } from '../../shared/domain/rows/signal.ts';
import { createJudge } from '../lookup/read-days.ts';
import { openDraft, type PreviewPorts } from './compose-draft.ts';

/** Printed by `preview --columns --json`, whose schema describes its fields. */
export type ComparedColumns = Awaited<ReturnType<typeof compareColumns>>;

const mostExamples = 5;

/** The effect of other columns on the signals since a time: which close or open, which facts change or drop, which are hot. */
export async function compareColumns(ports: PreviewPorts, columns: DeclaredColumns, since: number) {
  const { config, now } = ports;
  const ledger = openDraft(ports, now);
  const { bridgeNames } = await ledger.polls.readPlan();
  const records = (await ledger.history.listSignals({ since, until: now })).filter(
    (record): record is SignalRecord & { readonly signal: Signal } => record.signal !== null,
  );
  const timezone = config.routes[0] ? zoneOf(config.routes[0]) : 'UTC';
  const rows = records.map(({ signal }) => signal);
  const known = { ...(await readFactView(ledger, config.columns, rows, { timezone, now })), bridgeNames };
  const open = (declared: DeclaredColumns | undefined) => {
    const view = { ...known, meanings: declared };
    const judge = createJudge({ ...config, columns: declared }, bridgeNames);
    return (record: (typeof records)[number]) => ({
      isClosed: hasClosed(record.signal, view, now),
      isHot: judge(record).hot,
      facts: new Map(listFacts(record.signal, view).map(({ of, text }) => [of, text] as const)),
    });
  };
  const [before, after] = [open(config.columns), open(columns)];
  const compared = records.map((record) => {
    const { name, bridgeName } = record.signal;
    return { name, bridgeName, was: before(record), is: after(record) };
  });
  type Compared = (typeof compared)[number];
  const list = (fits: (one: Compared) => boolean, tell: (one: Compared) => string | undefined) => {
    const found = compared.filter(fits);
    const examples = found
      .slice(0, mostExamples)
      .map((one) => ({ name: one.name, bridgeName: one.bridgeName, fact: tell(one) ?? null }));
    return { signals: found.length, examples };
  };
  const told = meanings.filter((of) => compared.some(({ was, is }) => was.facts.has(of) || is.facts.has(of)));
  return {
    since: isoTime(since),
    signals: records.length,
    hot: compared.filter(({ was }) => was.isHot).length,
    wouldBeHot: compared.filter(({ is }) => is.isHot).length,
    closes: list(
      ({ was, is }) => !was.isClosed && is.isClosed,
      ({ is }) => is.facts.get('deadline'),
    ),
    opens: list(
      ({ was, is }) => was.isClosed && !is.isClosed,
      ({ was }) => was.facts.get('deadline'),
    ),
    facts: told.map((of) => ({
      of,
      changes: list(
        ({ was, is }) => is.facts.has(of) && was.facts.get(of) !== is.facts.get(of),
        ({ was, is }) => [was.facts.get(of), is.facts.get(of)].filter((one) => one).join(' → '),
      ),
      drops: list(
        ({ was, is }) => was.facts.has(of) && !is.facts.has(of),
        ({ was }) => was.facts.get(of),
      ),
    })),
  };
}
