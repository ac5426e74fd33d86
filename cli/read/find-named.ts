import { ConfigurationError } from '../../shared/domain/errors.ts';
import { findNearest } from '../../shared/domain/find-nearest.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import { compared } from '../../shared/domain/text/compared.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { type ChosenLedger, findRoute } from '../open/with-ledger.ts';
import { listSeen, readSeen, type Seen } from './list-seen.ts';

/** The buyer, bridge or route that a person means. Throws `ConfigurationError` for an unknown one, with the nearest. */
export async function findNamed(kind: Mute['kind'], text: string, chosen: ChosenLedger) {
  if (kind === 'route') return { id: (await findRoute(chosen, text)).id };
  // A buyer's name is that of its last reading.
  const signals = kind === 'buyer' ? [] : await readSeen(chosen, systemClock.now());
  const { id, name } = pickNamed(kind, text, await listSeen(kind, chosen, signals));
  return { id, name: name ?? undefined };
}

/** The one of the known that a text names. Throws as `findNamed` does. */
export function pickNamed(kind: 'bridge' | 'buyer', text: string, known: readonly Seen[]): Seen {
  // A message names a buyer without a name by the beginning of its id.
  const [, short = null] = /^(?:unnamed buyer )?([\da-f]{8})$/i.exec(text.trim()) ?? [];
  const found = known.filter(
    ({ id, name }) =>
      isSame(id, text) || isSame(name, text) || (short !== null && isSame(id.slice(0, 8), short)),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const names = known.flatMap(({ name }) => name ?? []);
  const part = compared(text);
  const nearest =
    findNearest(part, names) ?? names.find((name) => part !== '' && compared(name).includes(part));
  const problem =
    only !== undefined
      ? `the name of ${found.length} ${kind}s; give the id of one: ${found.map(({ id }) => id).join(', ')}`
      : nearest === undefined
        ? `which is no known ${kind}; give its name as digests show it, or its id: ${kind}s lists both`
        : `which is no known ${kind}; did you mean ${JSON.stringify(nearest)}?`;
  throw new ConfigurationError([`NAME: found ${JSON.stringify(text)}, ${problem}`]);
}

export function isSame(known: string | null | undefined, text: string): boolean {
  return known != null && compared(known) === compared(text);
}
