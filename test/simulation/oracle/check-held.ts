import { functions } from '../../../functions/wiring.ts';
import { routeKey } from '../../../shared/ledger/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';
import type { HeldCount } from './memory.ts';

const none = { all: 0, dropped: 0 };
const composingMs = functions['compose-digests'].timeoutSeconds * 1_000;

/** I3 for counts: the counts in a route's item are right after each commit. Checks complete commits. */
export function checkHeldCounts(world: World, commit: readonly TableChange[]): void {
  const touched = new Set<string>();
  for (const change of commit) {
    const { pk, sk } = change.key;
    if (!pk.startsWith('R#')) continue;
    if (sk.startsWith('HELD#') || sk.startsWith('DROP#')) count(world, change);
    else if (sk === 'META') noteOpening(world, change);
    else continue;
    touched.add(pk);
  }
  for (const pk of touched) compare(world, pk);
}

/** A late write can reopen a flood whose digest already stated its counts: the counts start again at 0. */
function noteOpening(world: World, { key: { pk }, before, after }: TableChange): void {
  const floodId = after?.floodId;
  if (typeof floodId === 'number' && before?.floodId === undefined) countOf(world, pk).aside.delete(floodId);
}

function count(world: World, { key: { pk, sk }, before, after }: TableChange): void {
  const counted = countOf(world, pk);
  if (sk.startsWith('HELD#')) {
    const change = Number(after !== undefined) - Number(before !== undefined);
    counted.past.push({ until: world.scheduler.now(), held: counted.held });
    counted.held += change;
  }
  const floodId = after?.floodId;
  if (before !== undefined || typeof floodId !== 'number') return;
  const { all, dropped } = counted.aside.get(floodId) ?? none;
  counted.aside.set(floodId, { all: all + 1, dropped: dropped + Number(sk.startsWith('DROP#')) });
}

function compare({ oracle, table }: World, pk: string): void {
  const { held, aside } = oracle.memory.held.get(pk) ?? { held: 0, aside: new Map() };
  const item = table.peek(routeKey(pk.slice('R#'.length)));
  if (Number(item?.held ?? 0) !== held) {
    oracle.violate('I3', `${pk} holds ${held} signals and counts ${item?.held}`);
  }
  if (typeof item?.floodId !== 'number') return;
  const found = aside.get(item.floodId) ?? none;
  if (item.floodAside !== found.all) {
    oracle.violate('I3', `${pk} set aside ${found.all} signals of a flood and counts ${item.floodAside}`);
  }
  if (item.floodDropped !== found.dropped) {
    oracle.violate('I3', `${pk} dropped ${found.dropped} signals of a flood and counts ${item.floodDropped}`);
  }
}

/** I3 for counts: the number of held signals in a webhook's digest was right at some time while it was composed. */
export function checkToldHeld(world: World, pk: string, digest: Item): void {
  const body = String(digest.text);
  if (!body.startsWith('{"type":"digest.created"')) return;
  const { data } = JSON.parse(body) as { data: { held: number } };
  const { held, past } = countOf(world, pk);
  const since = world.scheduler.now() - composingMs;
  const right = [held, ...past.filter(({ until }) => until >= since).map((one) => one.held)];
  if (right.includes(data.held)) return;
  world.oracle.violate('I3', `${pk} ${digest.sk} states ${data.held} held signals instead of ${held}`);
}

function countOf({ oracle }: World, pk: string): HeldCount {
  const known = oracle.memory.held.get(pk) ?? { held: 0, aside: new Map(), past: [] };
  oracle.memory.held.set(pk, known);
  return known;
}
