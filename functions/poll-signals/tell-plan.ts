import { wasMissed } from '../../shared/domain/polling/poll-plan.ts';
import type { PollRequest, PollSignalsPorts, SignalPage } from './ports.ts';

/** A signal that a routine scan recorded and a route may want. */
export interface FreshSignal {
  readonly signalId: string;
  readonly bridgeId: string;
  readonly updatedAt: string | null;
}

/** Told before anything is recorded: what a crash leaves untold would be known, and told by no later poll. */
export function learnFromPages(ports: PollSignalsPorts): PollSignalsPorts['signalPages'] {
  return async function* learningPages(query, deadline) {
    for await (const page of ports.signalPages(query, deadline)) {
      await ports.plan.learnBridges(bridgesIn(page, ports.settings.exceptBridges));
      yield page;
    }
  };
}

/** A signal that was found at a buyer whom no row named, and that a row should long have announced. */
export async function tellMissed(
  { plan, observe }: PollSignalsPorts,
  buyerId: string,
  fresh: readonly FreshSignal[],
  { notNamedAt }: Pick<PollRequest, 'notNamedAt'>,
): Promise<void> {
  if (notNamedAt === undefined) return;
  for (const { signalId, bridgeId, updatedAt } of fresh) {
    const mark = await plan.readBridgeMark(announcerOf(bridgeId));
    if (!wasMissed(mark, updatedAt, notNamedAt)) continue;
    if (await plan.distrustRows()) observe({ kind: 'announcement-missed', buyerId, bridgeId, signalId });
    return;
  }
}

function bridgesIn({ items }: SignalPage, except?: ReadonlySet<string>): Set<string> {
  const ids = items.flatMap(({ content }) => ('raw' in content ? [] : [announcerOf(content.bridgeId)]));
  return new Set(ids.filter((id) => !except?.has(id)));
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Rows can be asked for only by a UUID. All other ids are one bridge, whose rows can't be had. */
function announcerOf(bridgeId: string): string {
  const id = bridgeId.toLowerCase();
  return uuid.test(id) ? id : 'no-uuid';
}
