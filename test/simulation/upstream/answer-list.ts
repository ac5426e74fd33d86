import { ruleAt } from '../parts/answer-rules.ts';
import type { Dice } from '../parts/dice.ts';
import { type Instance, readsValues } from '../parts/instance.ts';
import { type Answer, isListed, type UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { callOf } from './answer-by-rule.ts';
import { countItems, cutPage } from './hard-lists.ts';
import { isVanished } from './odd-bridges.ts';
import { rekeyCells } from './rekey-cells.ts';

export function answerList(world: World, rows: readonly UpstreamRow[], url: URL, instance: Instance): Answer {
  const { plan, scheduler, dice } = world;
  const get = (name: string): string => url.searchParams.get(name) ?? '';
  const [buyerId, period, order] = [get('buyerId'), get('relativeDatePeriodFrom'), get('sort')];
  const asked = url.searchParams.getAll('status');
  const statuses = asked.length === 0 ? undefined : asked;
  const pageNumber = Number(get('pageNumber'));
  const pageSize = sizeOfPages(plan.pageCap, Number(get('pageSize')));
  const rule = ruleAt(plan, callOf(url, false), scheduler.now());
  const isGone = isVanished(plan.bridgeOddities, buyerId, scheduler.now());
  const listed = rows.filter(
    (row) => !isGone && !rule && row.buyerId === buyerId && isListed(row, period, scheduler.now(), statuses),
  );
  const by = (row: UpstreamRow): number => (order === 'Hotness' ? row.plan.hotness : row.plan.signalDate);
  listed.sort((a, b) => by(b) - by(a) || a.plan.index - b.plan.index);
  if (plan.reading.tiesAtEdges && order === 'Date') swapAtEdges(listed, pageSize, dice);
  const twin = plan.misfit === 'twice' ? (listed.find((row) => row.plan.unreadable) ?? listed[0]) : undefined;
  if (twin) listed.splice(listed.indexOf(twin), 0, twin);
  const isNotFound = listed.length === 0 && (isGone || plan.reading.emptyIs404 || rule?.answer === 404);
  const counted = listed.length + (plan.misfit === 'uncounted' && !isNotFound ? 1 : 0);
  const totalItems = countItems(plan.reading.envelope, counted, pageSize);
  const isOverfull = plan.overfullUntil !== null && scheduler.now() < plan.overfullUntil;
  const cut = cutPage(plan.reading.envelope, listed, { pageNumber, pageSize, totalItems });
  const page = isOverfull ? listed.slice((pageNumber - 1) * pageSize) : cut.page;
  for (const row of page) row.isShown ||= statuses === undefined;
  const { totalPages } = cut;
  const envelope = `"pageNumber":${pageNumber},"pageSize":${pageSize},"totalItems":${totalItems},"totalPages":${totalPages}`;
  const served = {
    period,
    order,
    pageNumber,
    pageSize,
    totalPages,
    totalItems,
    signalIds: page.map(({ signalId }) => signalId),
    askedAt: instance.now(),
    by: instance.id,
  };
  const { hiddenAt, troubleAt, refusals } = world.oracle.memory;
  // A 404 shows nothing, also of a buyer without signals; an empty page is a list that is shown. What became of signals is
  // looked up by their status, which says nothing of the lists that polls read.
  if (!isNotFound && statuses === undefined) {
    // A reading of awaited values stores no time of a shown list: the next poll does.
    if (!readsValues(instance)) world.oracle.memory.shownAt.push(scheduler.now());
    world.oracle.memory.askedInVain = [];
  }
  // A tick that asks whether the service shows a list learns nothing of that list.
  const isRead = instance.name === 'poll-signals' && statuses === undefined;
  // Denials conclude something only in a row.
  if (isRead && !isNotFound && !readsValues(instance)) refusals.tries.delete(buyerId);
  if (rule && isRead && counted === 0 && troubleAt >= (hiddenAt.get(buyerId) ?? 0))
    hiddenAt.set(buyerId, scheduler.now());
  const reading = statuses === undefined ? { buyerId, served } : {};
  // A refused page behind the first is no page of a reading.
  if (isNotFound) return { status: 404, body: '{}', ...(pageNumber === 1 ? reading : {}) };
  // One that can't be read is known by its cells: they stay as they are.
  const items = page.map((row) => (row.plan.unreadable ? row.json : rekeyCells(row.json, plan.cellKeys)));
  return {
    status: 200,
    body: `{${envelope},"result":[${items.join(',')}]}`,
    ...reading,
  };
}

function swapAtEdges(listed: UpstreamRow[], pageSize: number, dice: Dice): void {
  for (let edge = pageSize; edge < listed.length; edge += Math.max(2, pageSize)) {
    const [before, behind] = listed.slice(edge - 1, edge + 1) as [UpstreamRow, UpstreamRow];
    if (dice.chance(0.5)) listed.splice(edge - 1, 2, behind, before);
  }
}

/** A server has a cap of its own, or pages of one size whatever it is asked for. */
function sizeOfPages(cap: number, asked: number): number {
  return cap > 100 ? cap : Math.min(asked, cap);
}
