import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { rulesOf, shownFrom } from '../parts/answer-rules.ts';
import type { Instance } from '../parts/instance.ts';
import { hour, minute } from '../parts/plan.ts';
import type { UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { rowsAPage } from '../upstream/odd-bridges.ts';
import { failedRows } from './what-fails.ts';

/** A row may say that it was created this much earlier than it was: 14 hours where local times count as UTC, and clocks. */
const createdEarlierMs = 15 * hour + 16 * minute;

export function noteRoster(
  { oracle, plan, scheduler, upstream, actor }: World,
  { key, before, after }: TableChange,
): void {
  if (key.sk !== 'META' || before?.lastFullAt !== undefined || after?.lastFullAt === undefined) return;
  const bridgeId = key.pk.slice('BR#'.length);
  const { begun, doneAt, hidden, passedOver } = oracle.memory.bridges;
  doneAt.set(bridgeId, scheduler.now());
  // A read that no earlier tick left unfinished was begun by the invocation that ends it.
  const isOfOneTick = before?.readingSince === undefined;
  const readFrom = (isOfOneTick ? actor?.beganAt : begun.get(bridgeId)?.[0]) ?? 0;
  const wasHidden = rulesOf(plan, { operation: 'rows', id: bridgeId }).some(
    ({ answer, from, until }) => answer === 'empty' && from <= scheduler.now() && until > readFrom,
  );
  if (wasHidden) hidden.add(bridgeId);
  // The read has continued after a page that failed, and has seen rows there.
  const rows = [...upstream.rows.values()].filter(
    (row) => row.plan.bridgeId === bridgeId && row.plan.rowLagMs !== null,
  );
  const hasFailed = before?.failures !== undefined || before?.passedOver !== undefined;
  if (hasFailed && rows.length > rowsAPage) passedOver.add(bridgeId);
}

/** The first look at a bridge names nobody: it finds only where later ones begin. */
export function noteFirstLook({ oracle, scheduler }: World, { key, before, after }: TableChange): void {
  if (key.pk !== 'P#all' || before?.lookedAt !== undefined || after?.lookedAt === undefined) return;
  oracle.memory.bridges.lookedAt.set(key.sk.slice('BRIDGE#'.length), scheduler.now());
}

export function noteRows({ oracle, scheduler }: World, url: URL): void {
  const { begun, doneAt } = oracle.memory.bridges;
  const [, , , kind, bridgeId = ''] = url.pathname.split('/');
  const isFirstPage = kind === 'bridge' && url.searchParams.get('pageNumber') === '1';
  if (!isFirstPage || doneAt.has(bridgeId)) return;
  begun.set(bridgeId, [...(begun.get(bridgeId) ?? []), scheduler.now()]);
}

/** The functions never request a bridge or buyer that the config excludes. */
export function checkExcepted(world: World, instance: Instance, url: URL): void {
  const { except, only, bridges } = instance.config.watch;
  const [, , , kind, id = ''] = url.pathname.split('/');
  const buyerId = url.searchParams.get('buyerId') ?? '';
  const isOther = only !== undefined && kind === 'bridge' && !bridges.includes(id);
  if (!isOther && !except?.bridges.includes(id) && !except?.buyers.includes(buyerId)) return;
  world.oracle.violate('config', `${instance.name} requests ${url.pathname}, which watch excludes`);
}

export function isExcepted({ watch }: Pick<SignalpostConfig, 'watch'>, { plan }: UpstreamRow): boolean {
  if (plan.unreadable) return false;
  const isOther = watch.only === 'these bridges' && !watch.bridges.some((one) => one === plan.bridgeId);
  return isOther || watch.except?.bridges.includes(plan.bridgeId) === true;
}

/** Whether a config watches a buyer. A bridge that can't be read counts with the buyers that it named before. */
export function isWatched(
  world: World,
  buyerId: string,
  { watch } = world.plan.configs.at(-1) as SignalpostConfig,
): boolean {
  const { plan, upstream, scheduler, table } = world;
  const { vanishing } = plan.bridgeOddities;
  if (watch.except?.buyers.includes(buyerId)) return false;
  if (vanishing?.buyerId === buyerId && scheduler.now() < vanishing.until) return false;
  if (watch.buyers.includes(buyerId)) return true;
  const isRead = (bridgeId: string): boolean =>
    watch.bridges.includes(bridgeId) &&
    (!failedRows(world, bridgeId, 'rows') ||
      table.peek({ pk: `BR#${bridgeId}`, sk: `BUY#${buyerId}` }) !== undefined);
  return [...upstream.rows.values()].some(
    (row) => row.buyerId === buyerId && row.status !== 'Deleted' && isRead(row.plan.bridgeId),
  );
}

type Newcomer = 'yes' | 'perhaps' | 'no';

/** Whether a buyer first appeared in a watched bridge after that bridge's first complete read: then its signals are new. */
function judgeNewcomer({ plan, upstream, oracle }: World, buyerId: string): Newcomer {
  const configured = plan.configs.filter(({ watch }) => watch.buyers.includes(buyerId));
  if (configured.length === plan.configs.length) return 'no';
  // While the config does not name it, a bridge may show it for the first time.
  if (configured.length > 0) return 'perhaps';
  // When rows vanish during a read, other rows move to pages that were already read.
  if (plan.bridgeOddities.vanishing !== null) return 'perhaps';
  const own = [...upstream.rows.values()].filter(({ buyers }) => buyers.has(buyerId));
  // A row that moved here from another buyer was visible before, and the time of the move is unknown.
  if (own.some(({ buyers }) => buyers.size > 1)) return 'perhaps';
  // Rows after a deleted one may have moved to a page that was already read.
  if ([...upstream.rows.values()].some(({ status }) => status === 'Deleted')) return 'perhaps';
  const firstShown = new Map<string, number>();
  for (const { plan: row, updates } of own) {
    if (row.rowLagMs === null) continue;
    const call = { operation: 'rows', id: row.bridgeId } as const;
    const shownAt = shownFrom(plan, call, (updates[0] as number) + row.rowLagMs);
    firstShown.set(row.bridgeId, Math.min(shownAt, firstShown.get(row.bridgeId) ?? shownAt));
  }
  const { doneAt, begun, hidden } = oracle.memory.bridges;
  const appearances = [...firstShown].filter(([bridgeId]) =>
    plan.configs.some(({ watch }) => watch.bridges.includes(bridgeId)),
  );
  const isLate = ([bridgeId, at]: readonly [string, number]): boolean =>
    doneAt.has(bridgeId) && (at > (begun.get(bridgeId)?.[0] ?? 0) || hidden.has(bridgeId));
  if (!appearances.some(isLate)) return 'no';
  const isAfter = ([bridgeId, at]: readonly [string, number]): boolean =>
    at > (doneAt.get(bridgeId) ?? Number.POSITIVE_INFINITY);
  return appearances.every(isAfter) ? 'yes' : 'perhaps';
}

/** I3: a newcomer's signals must be sent, unless they were created before the first complete read of their bridge. */
export function mustBeNews(world: World, row: UpstreamRow, buyerId: string): boolean {
  if (judgeNewcomer(world, buyerId) !== 'yes') return false;
  // A poll that was queued before the ledger was put back may come before the ledger knows its buyer again.
  if (world.plan.putBack !== null) return false;
  // A clock that is days ahead may have stored a later beginning, and be right by then.
  if (world.plan.reading.fastClock?.name === 'plan-polls') return false;
  // A list that was asked for a moment ago may show the row as it was before its last change.
  const createdAt = shownCreation(row, world.scheduler.now() - minute);
  const { unreadable, zoneMs = 0 } = row.plan;
  return createdAt === null || unreadable || createdAt - zoneMs >= Math.max(...beginnings(world, -1));
}

export function mayBeNews(world: World, row: UpstreamRow, buyerId: string): boolean {
  const { unreadable } = row.plan;
  const createdAt = shownCreation(row);
  const { passedOver } = world.oracle.memory.bridges;
  const rows = [...world.upstream.rows.values()];
  if (rows.some(({ plan, buyers }) => buyers.has(buyerId) && passedOver.has(plan.bridgeId))) return true;
  if (judgeNewcomer(world, buyerId) === 'no') return false;
  // Times that a wrong clock stored for a bridge prove nothing: then all signals of a newcomer count as new.
  if (world.plan.reading.fastClock?.name === 'plan-polls') return true;
  // An unreadable row proves nothing.
  const isOld = createdAt !== null && createdAt < Math.min(...beginnings(world, 0)) - createdEarlierMs;
  return unreadable || !isOld;
}

/** For each completely read bridge: when its first read may have begun, at the first or the last request of page 1. */
function beginnings({ oracle }: World, which: 0 | -1): number[] {
  const { begun, doneAt } = oracle.memory.bridges;
  return [...begun].flatMap(([bridgeId, times]) => (doneAt.has(bridgeId) ? (times.at(which) ?? []) : []));
}

/** By when a row says that it was there: at its creation, or else at its last change; null where no zone tells when that is. */
function shownCreation({ plan, updates }: UpstreamRow, until = Number.POSITIVE_INFINITY): number | null {
  const { createdAt = null, zoneMs = 0, updatedAheadMs = 0, isBare } = plan;
  const changedAt = updates.findLast((at) => at <= until) ?? (updates[0] as number);
  return isBare ? null : (createdAt ?? changedAt + updatedAheadMs) + zoneMs;
}
