import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { World } from '../world/world.ts';
import { membersOf } from './check-signal.ts';

/**
 * I3 for totals: the last message of a round states as many signals as all its messages hold together, also if a crash
 * or another composer came between them. No message states fewer than there were by then.
 */
export function checkTotals({ oracle }: World, digest: Item, commit: readonly TableChange[]): void {
  const body = String(digest.text);
  if (!body.startsWith('{"type":"digest.created"')) return;
  const { data } = JSON.parse(body) as { data: { totals: { signals: number } } };
  const own = [...oracle.memory.digests.values()].filter(
    ({ pk, slot, kind }) => pk === digest.pk && slot === digest.slot && kind === undefined,
  );
  const sent = own.reduce((sum, one) => sum + membersOf(one).length, 0);
  const route = commit.find(({ key: { pk, sk } }) => pk === digest.pk && sk === 'META')?.after;
  const { more } = (route?.round ?? {}) as { readonly more?: unknown };
  const told = data.totals.signals;
  if (told < sent || (more === false && told > sent)) {
    oracle.violate(
      'I3',
      `${digest.pk} ${digest.sk} states a total of ${told} signals, but its round holds ${sent}`,
    );
  }
}
