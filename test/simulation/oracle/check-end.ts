import type { Item } from '../../../shared/ledger/table/table.ts';
import { day } from '../parts/plan.ts';
import { leastDays, type UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { checkAlertsAtEnd } from './check-alerts.ts';
import { checkAwaited } from './check-awaited.ts';
import { isWatched } from './check-bridges.ts';
import { checkShown } from './check-clicks.ts';
import { checkLeftovers } from './check-growth.ts';
import { checkHeartbeatsCame } from './check-heartbeat.ts';
import { isOnPage } from './check-reading.ts';
import { checkAskedAgain } from './check-refusals.ts';
import { checkReportsCame } from './check-report.ts';
import { checkLive } from './check-scan.ts';
import { checkSecrets } from './check-secrets.ts';
import { membersOf } from './check-signal.ts';
import { checkAsked } from './check-summary.ts';
import { checkTemplateAlerts } from './check-templates.ts';
import { digestIn, signalsIn } from './digest-body.ts';
import { signalIdIn } from './look-up.ts';
import { isUnanswered } from './what-fails.ts';

export function checkEnd(world: World): void {
  for (const row of world.upstream.rows.values()) checkRecorded(world, row);
  checkLive(world);
  checkAskedAgain(world);
  checkSettled(world);
  checkAwaited(world);
  checkAsked(world);
  checkDeliveredOnce(world);
  checkHeartbeatsCame(world);
  checkReportsCame(world);
  checkShown(world);
  checkLeftovers(world);
  checkAlertsAtEnd(world);
  checkTemplateAlerts(world);
  for (const item of world.table.all())
    checkSecrets(world.oracle, `${item.pk} ${item.sk}`, JSON.stringify(item));
  for (const { body } of world.queues.deadLetters) checkSecrets(world.oracle, 'a dead letter', body);
  for (const { body } of world.oracle.memory.posts) checkSecrets(world.oracle, 'a digest', body);
}

/**
 * I1 and I8: every signal that is still listed is recorded, if the daily deep scan covers its date, or if it appeared
 * after the first complete scan with a date at most the margin before it, however long no scan ran.
 */
function checkRecorded(world: World, row: UpstreamRow): void {
  const { oracle, scheduler, plan } = world;
  const { buyerId } = row;
  const { index, signalDate } = row.plan;
  if (!isOnPage(world, row)) return;
  if (row.status !== 'New' || !isWatched(world, buyerId) || isUnanswered(world, buyerId)) return;
  // Of a list whose order is of chance, a buyer that fails for a day is read rarely: more often than these days show.
  const buyer = world.table.peek({ pk: `B#${buyerId}`, sk: 'META' });
  if (plan.reading.tiesAtEdges && buyer?.failingSince !== undefined) return;
  const inDeepScan = signalDate > scheduler.now() - ((leastDays.LastThreeMonths as number) - 5) * day;
  const liveAt = oracle.memory.liveAt.get(buyerId) ?? Number.POSITIVE_INFINITY;
  // The empty list of a buyer that vanished for months was complete.
  const hadVanished = plan.bridgeOddities.vanishing?.buyerId === buyerId;
  const inGap = row.visibleAt > liveAt && row.visibleAt - signalDate < 13 * day && !hadVanished;
  // If no page showed a signal until it was too old for the daily scan, a failed poll has reported it.
  if (!inDeepScan && !(inGap && row.steady && plan.reading.envelope === null)) return;
  if (oracle.memory.signals.has(row.signalId)) return;
  oracle.violate(inDeepScan ? 'I1' : 'I8', `row ${index} is listed and was never recorded`);
}

/** I10: nothing is pending. I13: a poisoned route delays nothing else. */
function checkSettled({ table, oracle, plan }: World): void {
  for (const item of table.all()) {
    if (!item.pk.startsWith('R#')) continue;
    const isDigest = item.sk.startsWith('DIG#');
    if (isPoisoned(plan, item)) continue;
    if (/^(OUT|HELD)#/.test(item.sk)) oracle.violate('I10', `${item.pk} ${item.sk} still waits for a digest`);
    if (!isDigest || item.state === 'DELIVERED' || item.state === 'DISCARDED') continue;
    // An operator gets neither what waits for another kind of destination sent, nor what a tool refused before that.
    const isKept = ['HELD', 'DEAD'].includes(String(item.state)) && isMisplaced(plan, item);
    if (!isKept) oracle.violate('I10', `${item.pk} ${item.sk} is still ${item.state}`);
  }
  if (oracle.violation && plan.poisonRoute !== null)
    oracle.violate('I13', `${plan.poisonRoute} delayed something else`);
}

/** It goes to the destination that takes nothing: by its own route, or handed over by an owner's. */
function isPoisoned({ poisonRoute }: World['plan'], { pk, instead }: Item): boolean {
  return poisonRoute !== null && (pk === `R#${poisonRoute}` || instead === poisonRoute);
}

/** Written for another kind of destination than its route has at the end: kept without attempts. */
function isMisplaced({ configs }: World['plan'], digest: Item): boolean {
  const route = configs.at(-1)?.routes.find(({ id }) => id === digest.routeId);
  return route?.to.type !== digest.destinationType;
}

/** I3 and I6: each signal was sent in exactly one digest of each route that had to send it at the end. */
function checkDeliveredOnce({ oracle, destinations, plan, table }: World): void {
  const { owed, digests, frozenIn } = oracle.memory;
  const members = new Map<string, string[]>();
  for (const [member, digest] of frozenIn) {
    const signal = `${member.slice(0, member.indexOf(' '))} ${signalIdIn(member)}`;
    members.set(signal, [...(members.get(signal) ?? []), digest]);
  }
  const reached = new Set([...destinations.taken.values()].flat().map(({ digestId }) => digestId));
  for (const entry of owed) {
    const holders = members.get(entry) ?? [];
    if (entry.startsWith(`R#${plan.poisonRoute} `) && holders.length === 0) continue;
    if (holders.length !== 1) {
      oracle.violate('I3', `${entry} is in ${holders.length} digests`);
      continue;
    }
    const [holder = ''] = holders;
    const [pk = '', sk = ''] = holder.split(' ');
    // A delivered digest may have expired since.
    const digest = table.peek({ pk, sk }) ?? digests.get(holder);
    if (digest === undefined || digest.state === 'DISCARDED' || isPoisoned(plan, digest)) continue;
    if (!isMisplaced(plan, digest) && !reached.has(String(digest.digestId)))
      oracle.violate('I6', `${entry} never reached its destination`);
  }
  for (const [routeId, taken] of destinations.taken) checkDeduping(oracle, routeId, taken);
  for (const digest of digests.values()) {
    if (membersOf(digest).length > 98)
      oracle.violate('I3', 'a digest has more members than a transaction takes');
  }
}

/** A receiver that drops repeats by `webhook-id` sees each signal once. Unreadable signals are only counted. */
function checkDeduping(
  oracle: World['oracle'],
  routeId: string,
  taken: readonly { readonly digestId: string; readonly body: string }[],
): void {
  const bodies = new Map<string, string>();
  const seen = new Set<string>();
  for (const { digestId, body } of taken) {
    const known = bodies.get(digestId);
    const isWebhook = /^\{"type":"(digest|heartbeat|recap|reminder)\.created"/.test(body);
    if (isWebhook && known !== undefined && known !== body)
      oracle.violate('I5', `${routeId} took two bodies under ${digestId}`);
    if (known !== undefined) continue;
    bodies.set(digestId, body);
    const digest = digestIn(body);
    if (digest === null || oracle.memory.forgotten.has(digestId)) continue;
    for (const { id } of signalsIn(digest)) {
      if (seen.has(id)) oracle.violate('I6', `${routeId} took ${id} in two digests`);
      seen.add(id);
    }
  }
}
