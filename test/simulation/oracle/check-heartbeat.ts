import { longestPeriodMs } from '../../../shared/domain/digests/heartbeat.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';

/**
 * I3 for time instead of signals: a route's heartbeats cover all time without gaps or overlaps, and the mark moves only
 * together with the heartbeat that reports it.
 */
export function checkHeartbeat(world: World, digest: TableChange, commit: readonly TableChange[]): void {
  const { oracle } = world;
  const { key, after } = digest;
  const mark = commit.find(({ key: { pk, sk } }) => pk === key.pk && sk === 'HEARTBEAT');
  if (mark?.after === undefined) {
    oracle.violate('I3', `${key.sk} was frozen without moving the mark of ${key.pk}`);
    return;
  }
  const { before: was, after: is } = mark;
  if (`${is.slot}+heartbeat` !== after?.slot)
    oracle.violate('I3', `the mark of ${key.pk} names another slot`);
  if (was !== undefined && String(was.slot) >= String(is.slot)) {
    oracle.violate('I14', `${key.pk} has a heartbeat for ${is.slot} after one for ${was.slot}`);
  }
  if (was !== undefined && Number(is.until) < Number(was.until)) {
    oracle.violate('I3', `${key.sk} ends before the last one did`);
  }
  if (after?.destinationType === 'webhook') checkPeriod(world, key.pk, was, is, String(after.text));
}

/** A webhook's heartbeat begins where the last one ended, and reports no more polls than there were. */
function checkPeriod(world: World, pk: string, was: Item | undefined, is: Item, text: string): void {
  const { oracle } = world;
  const { data } = JSON.parse(text) as { data: { from: string; until: string; polls: number } };
  const { told, counted } = oracle.memory;
  const goesOn = was !== undefined && Number(is.until) - Number(was.until) < longestPeriodMs;
  if (goesOn && Date.parse(data.from) !== Number(was.until)) {
    oracle.violate('I3', `${pk} is told of a time from ${data.from}, and the last one ended elsewhere`);
  }
  if (Date.parse(data.until) !== Number(is.until))
    oracle.violate('I3', `${pk} is told another end than its mark`);
  const polls = (told.get(pk) ?? 0) + data.polls;
  told.set(pk, polls);
  if (polls > counted.polls) oracle.violate('I3', `${pk} was told of ${polls} polls of ${counted.polls}`);
}

export function checkMark(world: World, { key }: TableChange, commit: readonly TableChange[]): void {
  const isTold = commit.some(
    ({ key: { pk, sk }, before, after }) =>
      pk === key.pk && sk.startsWith('DIG#') && before === undefined && after?.kind === 'heartbeat',
  );
  if (!isTold) world.oracle.violate('I3', `the mark of ${key.pk} moved without a heartbeat`);
}
