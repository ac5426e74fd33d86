import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { idsOf, keyOfName, listOwnerAddresses, ownersOf } from '../../shared/domain/cells/owners.ts';
import { readFactView } from '../../shared/domain/cells/read-fact-view.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';

/** A first reading can record a hundred thousand signals in a quarter. */
export const ownerDays = 30;

/** The owners of the last 30 days' signals, those with the most hot ones first. */
export async function listOwners(
  ledger: Ledger,
  { columns, people }: Pick<SignalpostConfig, 'columns' | 'people'>,
  now: number,
) {
  const records = await ledger.history.listSignals({ since: now - ownerDays * dayMs, until: now });
  const seen = records.flatMap(({ hot, signal }) => (signal === null ? [] : [{ hot, signal }]));
  const rows = seen.map(({ signal }) => signal);
  const known = await readFactView(ledger, columns, rows, { timezone: 'UTC', now });
  const view = { ...known, mention: { people: idsOf(people, 'slack') } };
  const owned = seen.flatMap(({ hot, signal }) => {
    const addresses = listOwnerAddresses(signal, view);
    return ownersOf(signal, view).all.map(({ name, id }) => {
      const { key = name, address = null } = addresses.find((one) => one.name === name) ?? {};
      return { name, id, hot, key, address };
    });
  });
  const owners = [...Map.groupBy(owned, ({ name }) => keyOfName(name)).values()].map((own) => {
    const [{ name }] = own as [(typeof own)[number]];
    const told = own.find(({ address }) => address !== null) ?? own[0];
    return {
      name,
      /** The owner's key in `people`: the name, or the address if a column has that alone. */
      key: told?.key ?? name,
      address: told?.address ?? null,
      slack: own.find(({ id }) => id !== null)?.id ?? null,
      signals: own.length,
      hot: own.filter(({ hot }) => hot).length,
    };
  });
  return owners.sort((one, other) => other.hot - one.hot || other.signals - one.signals);
}
