import type { More } from '../../message/reports/describe-more.ts';
import { readFactView } from '../../shared/domain/cells/read-fact-view.ts';
import { rememberedDays } from '../../shared/domain/history/history.ts';
import { linksOf } from '../../shared/domain/routes/route-view.ts';
import type { FunctionPorts, LedgerPort } from '../function-ports.ts';
import type { Clicked } from './find-clicked.ts';

export async function readMore(
  {
    config,
    ledger,
    clock,
  }: Pick<FunctionPorts, 'config' | 'clock'> & LedgerPort<'history' | 'summaries' | 'columns' | 'polls'>,
  { route, entry, signal: { buyerId, signalId }, reading: { timezone } }: Clicked,
): Promise<More> {
  const now = clock.now();
  const span = { since: now - rememberedDays * 86_400_000, until: now };
  const records = await ledger.history.listSignals(span, buyerId, (record) => record.signalId !== signalId);
  const rows = records.flatMap(({ signal }) => signal ?? []);
  const known = await readFactView(ledger, config.columns, rows, { timezone, now });
  const summary = (await ledger.summaries.read(buyerId))?.summary ?? null;
  const buyer = entry.buyers.find((one) => one.buyerId === buyerId) ?? { buyerId, name: null };
  const view = { ...known, nextAt: null, show: [], mention: null, links: linksOf(route, config.links) };
  return { buyer, records, summary, view };
}
