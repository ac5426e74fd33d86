import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted, grouped } from '../../shared/domain/counted.ts';
import { findUnknownColumns, listNamedColumns } from '../../shared/domain/routes/named-columns.ts';
import { tellTime } from '../../shared/domain/tell-time.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';

const rememberedMs = 90 * 86_400_000;

/**
 * A sentence for each column of the config that no bridge has: with a misspelt name nothing is hot, shown or matches.
 * None before the columns of a bridge are known.
 */
export async function tellUnknownColumns(
  ledger: Pick<Ledger, 'readColumns' | 'listRecords'>,
  config: Pick<SignalpostConfig, 'watch' | 'hot' | 'routes'>,
  now: number,
): Promise<string[]> {
  const named = listNamedColumns(config);
  if (named.size === 0) return [];
  const names = new Set<string>();
  const learn = async (bridges: Iterable<string>): Promise<string[]> => {
    for (const id of bridges) {
      // Often the first bridge has them all.
      if ([...named.keys()].every((name) => names.has(name))) return [];
      for (const { name } of (await ledger.readColumns(id)) ?? []) names.add(name);
    }
    return names.size === 0 ? [] : findUnknownColumns(named, [...names], 'no bridge');
  };
  if ((await learn(config.watch.bridges)).length === 0 && names.size > 0) return [];
  // Signals come from other bridges, too. Only here, since a quarter's signals may be many.
  const seen = new Set<string>();
  for (const { signal } of await ledger.listRecords({ since: now - rememberedMs, until: now })) {
    if (signal === null) continue;
    seen.add(signal.bridgeId);
    for (const name of Object.keys(signal.columns)) names.add(name);
  }
  return (await learn(seen)).map((sentence) => `${sentence}: correct the config`);
}

/** After a count of found signals: `: 124 to send, 454 not, since …`; nothing if all are to be sent. */
export function tellUnsent(signals: number, unsent: number): string {
  if (unsent === 0) return '';
  const why = 'they were there before the first run, watch leaves them out, or no route takes them';
  return `: ${grouped(signals - unsent)} to send, ${grouped(unsent)} not: ${why}`;
}

/** `3 signals wait for "Match Score" to be computed, until 2026-11-21 08:00 UTC at most`; null for none. */
export function tellAwaited({
  signals,
  columns,
  until,
}: Awaited<ReturnType<Ledger['countAwaited']>>): string | null {
  if (signals === 0) return null;
  const names = columns.map((name) => JSON.stringify(name)).join(', ') || 'a value';
  const end = until === null ? '' : `, until ${tellTime(until)} at most`;
  return `${counted(signals, 'signal')} ${signals === 1 ? 'waits' : 'wait'} for ${names} to be computed${end}`;
}
