import { ConfigurationError } from '../../shared/domain/errors.ts';
import { findNearest } from '../../shared/domain/find-nearest.ts';
import type { Mute } from '../../shared/domain/routes/mute.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { listBuyers } from '../look/health.ts';
import { type ChosenLedger, findRoute } from '../with-ledger.ts';

interface Named {
  /** Of buyers and bridges in lower case, as the ledger compares them. */
  readonly id: string;
  readonly name?: string | undefined;
}

/** What a person means by an id or a name. Throws `ConfigurationError` for one that is not known, with the nearest. */
export async function findNamed(kind: Mute['kind'], text: string, chosen: ChosenLedger): Promise<Named> {
  if (kind === 'route') return { id: (await findRoute(chosen, text)).id };
  const names = await (kind === 'buyer' ? nameBuyers(chosen) : nameBridges(chosen));
  const found = [...names].filter((known) => known.some((one) => isSame(one, text)));
  const [[id, name] = [null]] = found;
  if (id !== null && found.length === 1) return { id, name };
  const ids = found.map(([one]) => one).join(', ');
  const problem =
    id === null
      ? `which is no known ${kind}${suggestName(plain(text), names)}`
      : `the name of ${found.length} ${kind}s; give the id of one: ${ids}`;
  throw new ConfigurationError([`NAME: found ${JSON.stringify(text)}, ${problem}`]);
}

/** Names by id. */
type Names = ReadonlyMap<string, string | undefined>;

async function nameBuyers({ ledger, readConfig }: ChosenLedger): Promise<Names> {
  const names = new Map<string, string | undefined>();
  for (const id of await listBuyers(ledger, (await readConfig()).watch))
    names.set(id.toLowerCase(), undefined);
  for (const { buyerId, name } of await ledger.listKnownBuyers())
    names.set(buyerId.toLowerCase(), name ?? undefined);
  return names;
}

/** A first reading can record a hundred thousand signals: those of a quarter would take long to read. */
const namedWithinMs = 30 * 86_400_000;

/** The bridges of the config and those that signals came from, with the names that the signals of the last 30 days show. */
async function nameBridges({ ledger, readConfig }: ChosenLedger): Promise<Names> {
  const now = systemClock.now();
  const seen = [...(await readConfig()).watch.bridges, ...(await ledger.readPollPlan()).marks.keys()];
  const names = new Map<string, string | undefined>(seen.map((id) => [id.toLowerCase(), undefined]));
  for (const { signal } of await ledger.listRecords({ since: now - namedWithinMs, until: now }))
    if (signal?.bridgeName) names.set(signal.bridgeId.toLowerCase(), signal.bridgeName);
  return names;
}

function suggestName(wanted: string, names: Names): string {
  const known = [...names.values()].filter((name) => name !== undefined);
  const nearest = findNearest(wanted, known) ?? known.find((name) => plain(name).includes(wanted));
  return nearest === undefined
    ? '; give its name as digests show it, or its id'
    : `; did you mean ${JSON.stringify(nearest)}?`;
}

export function isSame(known: string | undefined, text: string): boolean {
  return known !== undefined && plain(known) === plain(text);
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
