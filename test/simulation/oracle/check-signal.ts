import { keyFamilies } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { emptyAtFirst } from '../parts/answer-rules.ts';
import type { Oracle } from '../parts/oracle.ts';
import { hour, minute } from '../parts/plan.ts';
import type { UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { isVanished } from '../upstream/odd-bridges.ts';
import { checkEntered, isSettlement, mayAwait, waitsForValues } from './check-awaited.ts';
import { isExcepted, mayBeNews, mustBeNews } from './check-bridges.ts';
import { checkPast, isFalselyOld, isUndated, surelyMs } from './check-buyer.ts';
import { isArchived, isHandedOver } from './check-hand-over.ts';
import { checkHotness, checkReasons } from './check-hotness.ts';
import { possibleTakers } from './check-routes.ts';
import { hidesSome } from './check-scan.ts';
import { checkWaiting } from './check-summary.ts';
import { rowOf } from './look-up.ts';

/** I9: nothing pending has a time to live; only what was delivered or let go may expire. */
export function checkExpiry(oracle: Oracle, { key, after }: TableChange): void {
  if (after?.expiresAt === undefined) return;
  if (key.sk.startsWith('DIG#') && (after.state === 'DELIVERED' || after.state === 'DISCARDED')) return;
  // Learned anew with the next signal of its bridge.
  if (key.pk.startsWith(keyFamilies.columns)) return;
  // A mute that is over, or a reader's choice that ended none.
  const endedAt = Number(after.until ?? after.chosenAt);
  if (key.pk === 'R#.mutes' && Number(after.expiresAt) * 1_000 >= endedAt + 366 * 24 * hour) return;
  // An answer about a row that was sent: a report asks anew.
  if (key.sk.startsWith('ROW#')) return;
  // For looking up: nothing waits for it.
  if (key.pk.startsWith(keyFamilies.history)) return;
  if (key.sk.startsWith('GONE#')) return;
  oracle.violate('I9', `${key.pk} ${key.sk} would expire`);
}

/** I2: a signal is written once, for ever, in one commit with its outbox entries. */
export function checkSignalChange(world: World, change: TableChange, commit: readonly TableChange[]): void {
  const { oracle, actor } = world;
  const { key, before, after } = change;
  if (before !== undefined || after === undefined) {
    oracle.violate('I2', `the signal ${key.pk} was ${after ? 'written again' : 'removed'}`);
    return;
  }
  const [buyerId, signalId] = [String(after.buyerId), key.pk.slice(keyFamilies.signals.length)];
  const row = rowOf(world, signalId);
  if (row === undefined || !row.buyers.has(buyerId)) {
    oracle.violate('I1', `the signal ${signalId} was never listed for ${buyerId}`);
    return;
  }
  if (!row.isShown) oracle.violate('I1', `row ${row.plan.index} was shown by pages over their size alone`);
  if (oracle.memory.signals.has(signalId)) oracle.violate('I6', `row ${row.plan.index} is recorded twice`);
  const baseline = after.baseline === true;
  const entries = commit.filter(({ key: { sk } }) => sk.startsWith('OUT#') && sk.endsWith(`#${signalId}`));
  const routeIds = entries.map(({ key: { pk } }) => pk.slice('R#'.length)).sort();
  const wanted = baseline || !actor ? [''] : possibleTakers(world, actor, row, buyerId, after.hot === true);
  const fits = waitsForValues(commit, signalId)
    ? actor !== null && mayAwait(actor, row, routeIds, wanted)
    : wanted.includes(routeIds.join());
  if (!fits) {
    const told = wanted.map((ids) => `[${ids}]`).join(' or ');
    oracle.violate('I2', `row ${row.plan.index} entered [${routeIds}] and not ${told} as it was recorded`);
  }
  checkBaseline(world, row, buyerId, baseline);
  checkHotness(world, row, after.hot === true);
  for (const { after: entry } of entries) {
    if (!entry) continue;
    checkReasons(world, row, entry);
    checkEntered(world, row, entry.pk);
  }
  oracle.memory.signals.set(signalId, { buyerId, baseline, at: world.scheduler.now() });
  for (const routeId of routeIds) oracle.memory.owed.add(`R#${routeId} ${signalId}`);
}

/**
 * I3, for what is left out on purpose: a signal that came after its buyer turned LIVE is no baseline, one that a
 * first run is to send neither; and a first run that sends nothing floods nobody.
 */
function checkBaseline(world: World, row: UpstreamRow, buyerId: string, baseline: boolean): void {
  const { oracle, actor, scheduler } = world;
  const { index } = row.plan;
  const firstRun = actor?.config.watch.firstRun;
  if (actor && isExcepted(actor.config, row)) {
    if (!baseline)
      oracle.violate('config', `row ${index} is sent although watch.except leaves its bridge out`);
    return;
  }
  const liveAt = oracle.memory.liveAt.get(buyerId);
  // While no list shows anything, its past ends with the first look at it. What failed since may have kept that from being stored.
  const emptyAt = emptyAtFirst(world.plan) === null ? undefined : oracle.memory.hiddenAt.get(buyerId);
  const pastUntil = liveAt ?? (oracle.memory.troubleAt < Number(emptyAt) ? emptyAt : undefined);
  if (baseline) {
    if (firstRun === 'send-all') oracle.violate('I3', `row ${index} is baseline although all is to be sent`);
    if (isUndated(world.plan, row)) return;
    if (pastUntil !== undefined && isFalselyOld(world, row, buyerId, pastUntil)) {
      oracle.violate('I3', `row ${index} is baseline although it came after its buyer turned LIVE`);
    }
    const isRecent = row.plan.signalDate > scheduler.now() - 6 * 24 * hour;
    // The second list of a buyer that vanished after the first is empty.
    const isGone = isVanished(world.plan.bridgeOddities, buyerId, scheduler.now());
    const wasThere = row.visibleAt < scheduler.now() - hour && !isGone;
    // After a long pause a row that is older than the baseline, and that it did not show, counts as old.
    const isPauseLong = liveAt !== undefined && scheduler.now() - liveAt > 74 * 24 * hour;
    const isOfFirstRun = typeof firstRun === 'object' && isRecent && wasThere && !isPauseLong;
    if (isOfFirstRun && row.status === 'New' && row.steady) {
      oracle.violate('I3', `row ${index} is baseline although it is of the last days`);
    }
    // Once its buyer is LIVE, a row that an empty first list did not show is old if it was created before.
    const isOpen = liveAt === undefined;
    if (firstRun === 'baseline' && isOpen && mustSend(world, row, buyerId) && wasThere && row.steady) {
      oracle.violate('I3', `row ${index} is baseline although its buyer's baseline was begun long before`);
    }
    if (mustBeNews(world, row, buyerId)) {
      oracle.violate(
        'I3',
        `row ${index} is baseline although its buyer has no past in a bridge that was read`,
      );
    }
  } else if (
    firstRun === 'baseline' &&
    liveAt === undefined &&
    (row.updates[0] ?? 0) <
      (emptyAtFirst(world.plan) === null ? Number.POSITIVE_INFINITY : world.plan.start) - surelyMs &&
    !maySend(world, row, buyerId) &&
    !mayBeNews(world, row, buyerId)
  ) {
    oracle.violate('I3', `row ${index} is sent although its buyer is still being baselined`);
  } else if (firstRun === 'baseline' && liveAt !== undefined && !mayBeNews(world, row, buyerId)) {
    // A list that looked empty ends no baseline: an old one still sends what lies in its window.
    if (!maySend(world, row, buyerId)) checkPast(world, row, buyerId, liveAt);
  }
}

/** How long ago an incomplete baseline was begun by the recording instance's clock, 0 for none. */
function baselineAge({ table, actor }: World, buyerId: string): number {
  const since = table.peek({ pk: `B#${buyerId}`, sk: 'META' })?.baselineSince;
  return typeof since === 'number' && actor !== null ? actor.now() - since : 0;
}

/** Since an hour after its beginning a baseline sends what lies in the window of a routine scan. */
function maySend(world: World, row: UpstreamRow, buyerId: string): boolean {
  if (hidesSome(world, buyerId)) return true;
  // A poll asks its clock when it begins, and the clock may have been set right since.
  if (world.plan.reading.fastClock?.name === 'poll-signals') return baselineAge(world, buyerId) > 0;
  const age = baselineAge(world, buyerId);
  const needed = age + 14 * 24 * hour + 10 * minute;
  const days = [28, 59, 89, 181, 273, 365].find((some) => some * 24 * hour >= needed) ?? 730;
  return age > 50 * minute && row.plan.signalDate > world.scheduler.now() - days * 24 * hour;
}

function mustSend(world: World, row: UpstreamRow, buyerId: string): boolean {
  const since = world.scheduler.now() - 27 * 24 * hour;
  return baselineAge(world, buyerId) > 2 * hour && row.plan.signalDate > since;
}

/** I2: outbox entries appear with their signal. I3: they go only into a digest, or aside where a flood rule says so. */
export function checkOutboxChange(world: World, change: TableChange, commit: readonly TableChange[]): void {
  const { oracle } = world;
  // `checkSettlement` judges that commit as a whole.
  if (isSettlement(commit)) return;
  const { key, before, after } = change;
  const rest = key.sk.slice('OUT#'.length);
  const moves = (prefix: string, to: 'appears' | 'leaves'): boolean =>
    commit.some(
      ({ key: { pk, sk }, before: old, after: now }) =>
        pk === key.pk && sk === prefix + rest && (to === 'appears' ? !old && now : old && !now),
    );
  if (after !== undefined) {
    const withSignal = commit.some(
      ({ key: { pk }, before: old }) =>
        pk.startsWith(keyFamilies.signals) &&
        !old &&
        rest.endsWith(`Z#${pk.slice(keyFamilies.signals.length)}`),
    );
    const isMoved = moves('HELD#', 'leaves') || isHandedOver(world, change, commit);
    const isNew = before === undefined && (withSignal || isMoved);
    if (!isNew) oracle.violate('I2', `${key.sk} appeared without its signal`);
    if (withSignal && before === undefined) checkWaiting(world, after);
    return;
  }
  const taker = commit.find(({ key: { pk, sk }, before: old, after: digest }) => {
    return pk === key.pk && sk.startsWith('DIG#') && !old && digest && membersOf(digest).includes(key.sk);
  });
  const isKept = moves('HELD#', 'appears') || isArchived(key, commit) || isHandedOver(world, change, commit);
  if (before && !taker && !isKept) oracle.violate('I3', `${key.sk} left the outbox and is in no digest`);
}

/** I3: what a flood rule holds came out of the outbox and goes back there, and it holds no hot signal. */
export function checkFloodHolding(world: World, change: TableChange, commit: readonly TableChange[]): void {
  const { oracle } = world;
  const { key, before, after } = change;
  const entry = `OUT#${key.sk.slice('HELD#'.length)}`;
  const other = commit.find(({ key: { pk, sk } }) => pk === key.pk && sk === entry);
  const isOut = other?.before !== undefined && other.after === undefined;
  const isNew = before === undefined && after !== undefined;
  if (isNew && !isOut) {
    oracle.violate('I3', `${key.sk} did not come out of the outbox`);
  }
  if (isNew && isOut && after.hot === true) {
    oracle.violate('I3', `${key.sk} is hot, and a flood rule set it aside`);
  }
  const isLost = after === undefined && other?.after === undefined && !isArchived(key, commit);
  if (isLost) {
    oracle.violate('I3', `${key.sk} was held and is gone`);
  }
}

export function membersOf(digest: Item): readonly string[] {
  return Array.isArray(digest.members) ? (digest.members as readonly string[]) : [];
}
