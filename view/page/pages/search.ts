import { type DeclaredColumns, listDeclared } from '../../../shared/domain/cells/meanings.ts';
import { inParallel } from '../../../shared/domain/concurrency.ts';
import { describeNotSent } from '../../lookup/describe-not-sent.ts';
import { explainSignal, type FoundSignal } from '../../lookup/explain-signal.ts';
import { explainUnknown, parseSignalId, searchSignals } from '../../lookup/find-signals.ts';
import { listBuyers } from './buyers.ts';
import { listDigestPage, pathOf } from './digests.ts';
import type { PageWorld } from './page-world.ts';

const mostSignals = 10;
const mostOthers = 5;
const readsAtOnce = 5;

/**
 * The buyers, digests and signals with all of these words in their names or ids. Of each of the first signals, all that
 * `why` tells: where it went, where it waits, and which condition refused it. `unknown`: why nothing was found.
 */
export async function searchAll(world: PageWorld, text: string) {
  const { ledger, config } = world;
  const ports = { ledger, config, now: world.now() };
  const words = text.trim();
  if (words === '') return { found: 0, signals: [], buyers: [], digests: [], unknown: [] };
  const id = parseSignalId(words);
  const [ids, { buyers }, { digests }] = await Promise.all([
    id === null ? searchSignals(ports, words).then((all) => all.map(({ signalId }) => signalId)) : [id],
    listBuyers(world, words),
    listDigestPage(world, { text: words }),
  ]);
  const explained = await inParallel(ids.slice(0, mostSignals), readsAtOnce, (one) =>
    explainSignal(ports, one),
  );
  const signals = explained.flatMap((signal) => (signal === null ? [] : [describe(signal, config.columns)]));
  const isNothing = signals.length + buyers.length + digests.length === 0;
  return {
    found: Math.max(ids.length - (explained.length - signals.length), 0),
    signals,
    buyers: buyers.slice(0, mostOthers),
    digests: digests.slice(0, mostOthers),
    unknown: isNothing ? await explainUnknown(ports, words) : [],
  };
}

/** Each fact with its column, and the field of the config that declares what it means; null where the format decided. */
function describe(signal: FoundSignal, columns: DeclaredColumns = {}) {
  const declared = listDeclared(columns);
  const fieldOf = ({ of, column }: FoundSignal['facts'][number]) =>
    declared.find(({ meaning, name }) => meaning === of && name === column)?.field ?? null;
  return {
    ...signal,
    facts: signal.facts.map((fact) => ({ ...fact, field: fieldOf(fact) })),
    hot: signal.hot === true,
    firstSeenAt: Date.parse(signal.firstSeenAt),
    notSent: describeNotSent(signal),
    routes: signal.routes.map(({ stays, digests, ...route }) => ({
      ...route,
      stays: stays?.told ?? null,
      digests: digests.map(pathOf),
    })),
  };
}
