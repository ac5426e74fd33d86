import { ruleAt } from '../parts/answer-rules.ts';
import type { EnvelopeTrouble } from '../parts/reading-plan.ts';
import type { RowPlan, UpstreamChange } from '../parts/row-plan.ts';
import { canaries } from '../parts/secrets.ts';
import type { Answer, Upstream, UpstreamRow } from '../parts/upstream.ts';
import { stamp, type World } from '../parts/world.ts';
import { callOf } from './answer-by-rule.ts';
import { answerList } from './answer-list.ts';
import { countItems } from './hard-lists.ts';
import { fillersOf, isVanished } from './odd-bridges.ts';
import { createRow, moveTo, rewrite, rowJson, setStatus, sortedAt } from './upstream-row.ts';

export function createUpstream(world: () => World): Upstream {
  const rows = new Map<number, UpstreamRow>();
  const done = new Set<UpstreamChange>();

  const arrive = (index: number): void => {
    const { plan, scheduler } = world();
    const leaves = plan.reading.swap?.leaves === index;
    const steady =
      !leaves &&
      !plan.changes.some(({ row, kind }) => row === index && ['act', 'move', 'delete'].includes(kind));
    rows.set(index, createRow(plan, plan.rows[index] as RowPlan, scheduler.now(), steady));
  };

  const apply = (change: UpstreamChange): void => {
    if (done.has(change)) return;
    done.add(change);
    const { plan, scheduler, trace } = world();
    const row = rows.get(change.row);
    trace?.push(`${stamp(world())} upstream: row ${change.row} ${change.kind}`);
    if (change.kind === 'arrive') {
      arrive(change.row);
    } else if (row !== undefined) {
      if (change.kind === 'act' || change.kind === 'return' || change.kind === 'delete')
        setStatus(row, change.kind, scheduler.now());
      if (change.kind === 'move' && change.buyerId !== undefined) moveTo(plan, row, change.buyerId);
      if (change.kind === 'respell') row.capitals = true;
      if (change.kind === 'compute') row.isComputed = true;
      const isMoved = change.kind === 'touch' || (plan.statusMoves && change.kind !== 'compute');
      rewrite(row, isMoved ? scheduler.now() : null);
    }
  };

  return {
    rows,
    apply,
    arrive,
    compute(index) {
      const row = rows.get(index);
      if (row === undefined) return;
      row.isComputed = true;
      rewrite(row, null);
    },
    hasten() {
      const { plan } = world();
      const next = plan.changes.find((change) => !done.has(change));
      // What follows from an arrival waits for it, as `changes` is in the order of time.
      if (next) apply(next);
    },
    answer({ url, sort }, instance) {
      const { plan, dice, scheduler } = world();
      const parts = url.pathname.split('/');
      const call = callOf(url, sort);
      if (parts[3] === 'feed') return answerList(world(), [...rows.values()], url, instance);
      if (parts[3] === 'buyer') {
        const index = plan.buyers.indexOf(parts[4] ?? '');
        const kind = plan.summaries[index] ?? 'none';
        const isReady = kind !== 'generating' || dice.chance(0.4) || world().recovering;
        if (kind === 'none') return { status: 404, body: '{"code":"resource.buyer.summary.empty"}' };
        return answerSummary(parts[4] ?? '', isReady, plan.growth.summaryLength);
      }
      if (call.operation === 'columns') return answerColumns(parts[4] ?? '');
      if (sort && plan.sorting === 'refused') return { status: 400, body: '{}' };
      const ofBridge = [...rows.values()].filter(
        ({ plan: row, status }) => row.bridgeId === parts[4] && status !== 'Deleted',
      );
      const shown = ofBridge.flatMap((row) => {
        const at = sortedAt(row, scheduler.now());
        const isGone = isVanished(plan.bridgeOddities, row.buyerId, scheduler.now());
        return at === null || isGone ? [] : [{ json: rowJson(row), at }];
      });
      const isSorted = sort && plan.sorting === 'honoured';
      if (isSorted) shown.sort((a, b) => b.at - a.at);
      const own = shown.map(({ json }) => json);
      const { json: fillers, pageSize } = fillersOf(world(), parts[4] ?? '', sort);
      const isEmpty = ruleAt(plan, call, scheduler.now()) !== undefined;
      const listed = isEmpty ? [] : isSorted ? [...own, ...fillers] : [...fillers, ...own];
      return answerRows(listed, url, pageSize, plan.reading.envelope);
    },
  };
}

function answerSummary(buyerId: string, isReady: boolean, textLength: number): Answer {
  const summary = {
    whatsRecent: { intro: 'A bond.'.padEnd(textLength, ' More.'), sections: [] },
    theBiggerPicture: null,
    areasForDeeperDiscovery: null,
  };
  const answer = { buyerId, needsRegeneration: !isReady, summary: isReady ? summary : null, score: 80 };
  return { status: 200, body: JSON.stringify(answer) };
}

function answerRows(
  rows: readonly string[],
  url: URL,
  mostRows: number,
  trouble: EnvelopeTrouble | null,
): Answer {
  const pageNumber = Number(url.searchParams.get('pageNumber'));
  const pageSize = Math.min(Number(url.searchParams.get('pageSize')), mostRows);
  const page = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
  const totalItems = countItems(trouble, rows.length, pageSize);
  const totalPages = Math.ceil(totalItems / pageSize);
  const envelope = `"pageNumber":${pageNumber},"pageSize":${pageSize},"totalItems":${totalItems},"totalPages":${totalPages}`;
  return { status: 200, body: `{${envelope},"result":[${page.join(',')}]}` };
}

/** Each bridge answers in a way of its own: some fail for good, and no signal may hang on it. Without dice. */
function answerColumns(bridgeId: string): Answer {
  const kind = Number.parseInt(bridgeId.at(-1) ?? '0', 16) % 5;
  if (kind === 0) return { status: 403, body: '{}' };
  if (kind === 1) return { status: 500, body: 'oops' };
  if (kind === 2) return { status: 200, body: '<html>' };
  const column = (name: string, baseFormat: string, over: object = {}) => ({
    columnId: `column ${name}`,
    bridgeId,
    additionalFields: [],
    column: { name, fieldFormat: { baseFormat } },
    ...over,
  });
  const columns = [
    column('Match Score', 'number'),
    column('Due Date', 'date'),
    // The address of a webhook is a secret.
    column('Push', 'text', { webhookUrl: `https://hooks.example/${canaries[0]}` }),
  ];
  return { status: 200, body: JSON.stringify(columns) };
}
