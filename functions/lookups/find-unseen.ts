import { inParallel } from '../../shared/domain/concurrency.ts';
import type { SignalRecord } from '../../shared/domain/history/history.ts';
import {
  findUnseenNames,
  listNames,
  type NamingConfig,
  type SeenNames,
} from '../../shared/domain/routes/unseen-names.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';

type NamesLedger = Pick<Ledger, 'buyers' | 'polls' | 'columns'>;

interface Naming extends NamingConfig {
  readonly watch: { readonly bridges: readonly string[]; readonly buyers: readonly string[] };
}

const rememberedMs = 90 * 86_400_000;
const readsAtOnce = 8;

/** Only misspelt names are listed before every buyer was read once. `columns`: names that are known besides. */
export async function findUnseen(
  ledger: NamesLedger & Pick<Ledger, 'mutes' | 'history'>,
  config: Naming,
  now: number,
  columns: readonly string[] = [],
) {
  const mutes = (await ledger.mutes.list()).filter(({ until }) => until > now);
  const naming = { ...config, mutes };
  const listRecords = () => ledger.history.listSignals({ since: now - rememberedMs, until: now });
  const found = findUnseenNames(naming, await readSeenNames(ledger, naming, columns, listRecords));
  if (found.notSeen.length === 0 || (await isReadOnce(ledger))) return found;
  return { ...found, notSeen: [] };
}

/** A buyer counts whose list could not be read. */
async function isReadOnce(ledger: Pick<Ledger, 'buyers' | 'polls'>): Promise<boolean> {
  const [{ buyers }, known] = await Promise.all([ledger.polls.readPlan(), ledger.buyers.listKnown()]);
  const isTried = known.every(({ readAt, failingSince }) => readAt !== null || failingSince !== null);
  return isTried && known.length >= Math.max(1, buyers ?? 0);
}

/** No column is judged without `listRecords` before the columns of each bridge are known. */
export async function readSeenNames(
  ledger: NamesLedger,
  config: Naming,
  columns: readonly string[] = [],
  listRecords?: () => Promise<readonly SignalRecord[]>,
): Promise<SeenNames> {
  const { bridges, buyers } = config.watch;
  const named = Map.groupBy(listNames(config), ({ kind }) => kind);
  const plan = named.has('bridge') || named.has('column') ? await ledger.polls.readPlan() : null;
  const known = named.has('buyer') ? await ledger.buyers.listKnown() : [];
  const marks = [...(plan?.marks.values() ?? [])];
  const heard = marks.flatMap(({ bridgeId, seenAt }) => (seenAt === null ? [] : bridgeId));
  const asked = named.has('column') ? [...new Set([...heard, ...bridges])] : [];
  const infos = await inParallel(asked, readsAtOnce, ledger.columns.read);
  const names = new Set([...columns, ...infos.flatMap((own) => own?.map(({ name }) => name) ?? [])]);
  // A first reading can have recorded a hundred thousand signals in a quarter.
  if (listRecords && named.get('column')?.some(({ name }) => !names.has(name)))
    for (const { signal } of await listRecords())
      for (const name of Object.keys(signal?.columns ?? {})) names.add(name);
  const isOpen = listRecords === undefined && infos.slice(0, heard.length).includes(undefined);
  return {
    bridge: [...bridges, ...heard, ...(plan?.bridgeNames.values() ?? [])],
    buyer: [...buyers, ...known.flatMap(({ buyerId, name }) => [buyerId, name ?? []].flat())],
    column: isOpen || names.size === 0 ? null : [...names],
  };
}
