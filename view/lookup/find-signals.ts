import { counted } from '../../shared/domain/counted.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import { rememberedDays, type SignalRecord } from '../../shared/domain/history/history.ts';
import { isUuid } from '../../shared/domain/is-uuid.ts';
import { formatWhen } from '../../shared/domain/times/format-time.ts';
import type { LookupPorts } from './ports.ts';

/** The most bytes of an id: a key of the ledger has no room for more. */
const longestId = 1_000;

/** The signal's id that a text is, as the ledger has it; null for words, a part of an id, or what can be none. */
export function parseSignalId(text: string): string | null {
  if (!/^[^\s#]+#[^\s#]+$/.test(text) || Buffer.byteLength(text) > longestId) return null;
  const ids = text.split('#').map((id) => (isUuid(id) ? id.toLowerCase() : id));
  return ids.join('#');
}

/** The signals of the last 90 days with all of these words in their names or ids: those called so first, then the latest. */
export async function searchSignals({ ledger, now }: LookupPorts, text: string): Promise<SignalRecord[]> {
  const words = text.toLowerCase().split(/\s+/);
  const span = { since: now - rememberedDays * dayMs, until: now };
  const found = await ledger.history.listSignals(span, undefined, ({ signal, signalId, buyerId }) => {
    const { name, buyerName, bridgeName } = signal ?? {};
    const searched = [name, buyerName, bridgeName, signalId, buyerId].join(' ').toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const isCalledSo = ({ signal }: SignalRecord) => signal?.name?.toLowerCase() === text.toLowerCase();
  return [...found.filter(isCalledSo), ...found.filter((record) => !isCalledSo(record))];
}

/** The reasons why no signal is known by a text: what was searched, and what is never recorded. */
export async function explainUnknown({ ledger, config, now }: LookupPorts, text: string): Promise<string[]> {
  const searched =
    parseSignalId(text) === null
      ? `No signal of the last ${rememberedDays} days has ${JSON.stringify(text)} in its names or ids. An older one is found by its whole id only.`
      : `No signal was ever recorded as ${text}: ids are kept for good.`;
  const { tickAt } = await ledger.polls.readNews(now);
  if (tickAt === null) return [searched, 'Nothing has run here yet.'];
  const buyers = await ledger.buyers.listKnown();
  const readAt = Math.max(...buyers.map((buyer) => buyer.readAt ?? 0));
  const except = config.watch.except?.buyers.length ?? 0;
  return [
    searched,
    `Only the lists of watched buyers are read: ${counted(buyers.length, 'buyer')}` +
      `${except > 0 ? `, without ${counted(except, 'buyer')} in watch.except` : ''}` +
      `${readAt > 0 ? `; the last list was read ${formatWhen(readAt, now)}.` : '.'}`,
    'A list shows rows with the status New of the last three months: none that are older, or have another status.',
  ];
}
