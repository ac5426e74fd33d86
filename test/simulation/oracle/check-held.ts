import { functions } from '../../../functions/wiring.ts';
import { routeKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { HeldCount } from '../parts/memory.ts';
import type { World } from '../parts/world.ts';
import { type DigestBody, digestIn } from './digest-body.ts';

const composingMs = functions['compose-digests'].timeoutSeconds * 1_000;

/** I3 for counts: the counts in a route's item are right after each commit. Checks complete commits. */
export function checkHeldCounts(world: World, commit: readonly TableChange[]): void {
  const touched = new Set<string>();
  for (const change of commit) {
    const { pk, sk } = change.key;
    if (!pk.startsWith('R#')) continue;
    if (sk.startsWith('HELD#')) count(world, change);
    else if (sk.startsWith('DIG#') && !sk.includes('+') && change.before === undefined) tell(world, pk);
    else if (sk !== 'META') continue;
    touched.add(pk);
  }
  for (const pk of touched) compare(world, pk);
}

/** A message tells what was set aside until then. */
function tell(world: World, pk: string): void {
  const counted = countOf(world, pk);
  counted.toldBefore = counted.untold;
  counted.untold = 0;
}

function count(world: World, { key: { pk }, before, after }: TableChange): void {
  const counted = countOf(world, pk);
  const isNew = before === undefined && after !== undefined;
  counted.past.push({ until: world.scheduler.now(), held: counted.held });
  counted.held += isNew ? 1 : -1;
  // What leaves is told as held no more.
  counted.untold = isNew ? counted.untold + 1 : 0;
}

function compare(world: World, pk: string): void {
  const { held, untold } = countOf(world, pk);
  const item = world.table.peek(routeKey(pk.slice('R#'.length)));
  const [counted, right] = [
    [item?.held, item?.untold].map((number) => Number(number ?? 0)).join(),
    [held, untold].join(),
  ];
  if (counted === right) return;
  world.oracle.violate('I3', `${pk} counts ${counted} as held and untold, and has ${right}`);
}

/** I3 for counts: the number of held signals in a webhook's digest was right at some time while it was composed. */
export function checkToldHeld(world: World, pk: string, digest: Item): void {
  const said = digestIn(digest.text);
  if (said === null) return;
  checkToldFlood(world, pk, digest, said);
  const { held, past } = countOf(world, pk);
  const since = world.scheduler.now() - composingMs;
  const right = [held, ...past.filter(({ until }) => until >= since).map((one) => one.held)];
  if (right.includes(said.held)) return;
  world.oracle.violate('I3', `${pk} ${digest.sk} states ${said.held} held signals instead of ${held}`);
}

function countOf({ oracle }: World, pk: string): HeldCount {
  const known = oracle.memory.held.get(pk) ?? { held: 0, untold: 0, toldBefore: 0, past: [] };
  oracle.memory.held.set(pk, known);
  return known;
}

/** The first message after a flood tells how many were set aside. Those that belong to it repeat that. */
function checkToldFlood(world: World, pk: string, { sk, part }: Item, { flood }: DigestBody): void {
  const { toldBefore } = countOf(world, pk);
  // A deploy took the rule away since: `status` and an alarm tell of them.
  if (world.actor?.config.routes.every(({ id, flood: rule }) => pk !== `R#${id}` || rule === undefined))
    return;
  if (part !== 1 || toldBefore === (flood === undefined ? 0 : flood.newSignals - flood.shown)) return;
  world.oracle.violate('I3', `${pk} ${sk} does not tell that ${toldBefore} signals were set aside`);
}
