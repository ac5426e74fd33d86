import { filterTypes } from '../../../shared/bridge-api/index.ts';
import type { World } from '../world/world.ts';
import type { Answer } from './upstream.ts';
import { shownType, type UpstreamRow } from './upstream-row.ts';

/** Whether a call asks which filter type a bridge has. */
export function isForType({ pathname, searchParams }: URL): boolean {
  return pathname.endsWith('/buyer-signals') && searchParams.has('filterType');
}

/** The type that a bridge has, also where its signals don't show it. One can't be asked for. */
export function typeOfBridge(bridgeId: string): string {
  const hidden = ['RFP', 'Meeting', 'Conference', 'TopBuyer'];
  return shownType(bridgeId) ?? hidden[Number.parseInt(bridgeId.slice(2, 4), 16) % hidden.length] ?? '';
}

/** The types that can be learned of a bridge: each bridge answers in a way of its own. Without dice. */
export function isTypeLearnable(bridgeId: string): boolean {
  const types: readonly string[] = filterTypes;
  return wayOf(bridgeId) === 'filtered' && types.includes(typeOfBridge(bridgeId));
}

function wayOf(bridgeId: string): 'refused' | 'failing' | 'unfiltered' | 'filtered' {
  const kind = Number.parseInt(bridgeId.at(-2) ?? '0', 16) % 6;
  return (['refused', 'failing', 'unfiltered'] as const)[kind] ?? 'filtered';
}

export function answerTypes({ plan }: World, rows: readonly UpstreamRow[], { searchParams }: URL): Answer {
  const asked = searchParams.get('triggerIds') ?? '';
  const way = wayOf(asked);
  if (way === 'refused') return { status: 403, body: '{}' };
  if (way === 'failing') return { status: 500, body: 'oops' };
  const types = searchParams.getAll('filterType');
  const isIn = way === 'unfiltered' || types.includes(typeOfBridge(asked));
  const listed = rows.filter(
    (row) =>
      isIn &&
      !row.plan.unreadable &&
      row.plan.bridgeId === asked &&
      row.buyerId === searchParams.get('buyerId'),
  );
  const size = Math.min(plan.pageCap, Number(searchParams.get('pageSize')));
  const envelope = `"pageNumber":1,"pageSize":${size},"totalItems":${listed.length},"totalPages":${listed.length}`;
  const items = listed.slice(0, size).map(({ json }) => json);
  return { status: 200, body: `{${envelope},"result":[${items.join(',')}]}` };
}
