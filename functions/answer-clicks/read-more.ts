import type { More } from '../../shared/domain/clicks/tell-more.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { rememberedDays } from '../../shared/domain/history/history.ts';
import { linksOf } from '../../shared/domain/routes/route-view.ts';
import type { FunctionPorts } from '../function-ports.ts';
import type { Clicked } from './find-clicked.ts';

const readsAtOnce = 8;

/** The other signals of a clicked signal's buyer, its summary, and what is known of the bridges. */
export async function readMore(
  { config, ledger, clock }: Pick<FunctionPorts, 'config' | 'ledger' | 'clock'>,
  { route, entry, signal: { buyerId, signalId }, reading: { timezone } }: Clicked,
): Promise<More> {
  const now = clock.now();
  const span = { since: now - rememberedDays * 86_400_000, until: now };
  const records = await ledger.listRecords(span, buyerId, (record) => record.signalId !== signalId);
  const bridgeIds = new Set(records.flatMap(({ signal }) => signal?.bridgeId.toLowerCase() ?? []));
  const columns = await inParallel([...bridgeIds], readsAtOnce, async (id) => {
    return [id, (await ledger.readColumns(id)) ?? []] as const;
  });
  const summary = (await ledger.readSummary(buyerId))?.summary ?? null;
  const buyer = entry.buyers.find((one) => one.buyerId === buyerId) ?? { buyerId, name: null };
  const shown = { createdAt: isoTime(now), timezone, nextAt: null, show: [], mention: null };
  const view = { ...shown, links: linksOf(route, config.links), columns: new Map(columns) };
  return { buyer, records, summary, view };
}
