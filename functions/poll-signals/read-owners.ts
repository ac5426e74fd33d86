import type { OwnerView } from '../../shared/domain/cells/owners.ts';
import { readFactView } from '../../shared/domain/cells/read-fact-view.ts';
import type { PollPorts } from './open-poll.ts';
import type { ListedSignal } from './ports.ts';

const nobody: OwnerView = { columns: new Map() };

/** By what the owners of listed signals are known: for each of their bridges one item, and none where no route asks. */
export async function readOwnerView(
  { ledger, clock, settings: { routes, meanings, people } }: PollPorts,
  items: readonly ListedSignal[],
): Promise<OwnerView> {
  if (routes.every(({ owner }) => owner === undefined)) return nobody;
  const rows = items.flatMap(({ content }) => ('raw' in content ? [] : [content]));
  const view = await readFactView(ledger, meanings, rows, { timezone: 'UTC', now: clock.now() });
  return { ...view, mention: { people } };
}
