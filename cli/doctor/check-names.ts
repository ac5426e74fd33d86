import { findUnseen } from '../../functions/lookups/find-unseen.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import { rememberedDays } from '../../shared/domain/history/history.ts';
import { findUnseenNames, listNames, type NamingConfig } from '../../shared/domain/routes/unseen-names.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';
import type { KnownColumns } from './check-api.ts';
import type { VisitLedger } from './check-reading.ts';

type ReadConfig = Pick<SignalpostConfig, 'watch' | 'hot' | 'routes' | 'columns'>;

/**
 * Compares the config with what was read: its names with those that the API and the ledger have seen, and `watch.firstRun`
 * with the one by which buyers were first read.
 */
export async function checkNames(
  config: ReadConfig,
  known: KnownColumns,
  visit: VisitLedger,
): Promise<CheckResult> {
  const columns = [...known.values()].flat();
  // The check of columns judges what they name, by today's metadata alone.
  const own = Object.keys(config.columns?.in ?? {}).map((bridge) => [bridge, {}] as const);
  const naming = { ...config, columns: { in: Object.fromEntries(own) } };
  const unread = { bridge: null, buyer: null, column: columns.length > 0 ? columns : null };
  const { notFound, notSeen, gone, firstRun } = await visit(async (ledger) => ({
    ...(ledger === null
      ? findUnseenNames(naming, unread)
      : await findUnseen(ledger, naming, systemClock.now(), columns)),
    gone: ledger === null ? [] : await findGone(naming, known, ledger),
    firstRun: ledger === null ? [] : await compareFirstRun(config, ledger),
  }));
  const found = [...notFound, ...gone, ...notSeen, ...firstRun].join('; ');
  if (found === '') return ok('nothing that was read contradicts the config');
  const fix = 'docs/runbook.md says what it means under "Nothing arrives, and no alarm says why"';
  return notFound.length > 0 ? failed(found, fix) : warning(found, fix);
}

/** Columns that recorded signals had, and that today's metadata of their bridges, `known`, does not list. */
async function findGone(naming: NamingConfig, known: KnownColumns, ledger: Ledger): Promise<string[]> {
  const there = new Set([...known.values()].flat());
  const missing = listNames(naming).filter(({ kind, name }) => kind === 'column' && !there.has(name));
  if (there.size === 0 || missing.length === 0) return [];
  const now = systemClock.now();
  const had = new Set<string>();
  const span = { since: now - rememberedDays * dayMs, until: now };
  for (const { signalId, signal } of await ledger.history.listSignals(span)) {
    const [bridgeId = ''] = signalId.split('#');
    // A bridge that was not asked may have it still.
    for (const name of Object.keys(signal?.columns ?? {})) (known.has(bridgeId) ? had : there).add(name);
  }
  const gone = missing.filter(({ name }) => had.has(name) && !there.has(name));
  return gone.map(
    ({ field, name }) =>
      `signals had the column ${JSON.stringify(name)} of ${field}, and their bridges do not list it now: was it renamed?`,
  );
}

async function compareFirstRun({ watch }: ReadConfig, ledger: Ledger): Promise<string[]> {
  const now = JSON.stringify(watch.firstRun);
  const buyers = await ledger.buyers.listKnown();
  const others = buyers.flatMap(({ firstRun }) => (firstRun === now ? [] : (firstRun ?? [])));
  if (others.length === 0) return [];
  const share = `${others.length} of ${counted(buyers.length, 'buyer')}`;
  return [`watch.firstRun is ${now}, and ${share} were first read with ${[...new Set(others)].join(' or ')}`];
}
