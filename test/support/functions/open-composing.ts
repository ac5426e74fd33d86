import { composeDigests } from '../../../functions/compose-digests/compose-digests.ts';
import type { ComposePorts, ComposeRequest } from '../../../functions/compose-digests/digests/ports.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { FrozenDigest } from '../../../shared/domain/digests/delivery.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import { entryKey } from '../../../shared/ledger/items/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { cronTimes } from '../../../shared/runtime/cron-times.ts';
import { changeLedger, type LedgerChanges } from '../ledger/change-ledger.ts';
import { immediateRoute } from './example-routes.ts';
import { benchNow, type FunctionsGiven, openFunctions } from './open-functions.ts';

export interface ComposingGiven
  extends Partial<Omit<ComposePorts, 'config' | 'ledger'>>,
    Pick<FunctionsGiven, 'answer'> {
  readonly config?: Partial<SignalpostConfig>;
  /** In place of what the ledger does. */
  readonly ledger?: LedgerChanges;
  /** Whether a body, the content's JSON, is small enough; every body unless told. */
  readonly fits?: (content: DigestContent) => boolean;
}

export type ComposingBench = ReturnType<typeof openComposing>;

/** Composing over a ledger in memory, in whose outbox these entries wait; a body is the content's JSON. */
export function openComposing(
  entries: readonly OutboxEntry[] = [],
  { config, answer, ledger = {}, fits = () => true, ...over }: ComposingGiven = {},
) {
  const bench = openFunctions({ ...(config && { config }), ...(answer && { answer }) });
  const frozen: FrozenDigest[] = [];
  const own = changeLedger(bench.ledger, ledger);
  const ports: ComposePorts = {
    ...bench.ports,
    ledger: {
      ...own,
      digests: {
        ...own.digests,
        async freeze(digest, now, reply, step) {
          await composing.beforeFreeze();
          const isFrozen = await own.digests.freeze(digest, now, reply, step);
          if (isFrozen) frozen.push(digest, ...(reply ? [reply] : []));
          return isFrozen;
        },
      },
    },
    rendererFor: () => ({
      render: (content) => ({ body: JSON.stringify(content) }),
      renderReport: (content) => ({ body: JSON.stringify(content) }),
      fits,
    }),
    nextSlot: ({ cron, timezone }, after) => cronTimes(cron, timezone).next(after),
    ...over,
  };
  const composing = {
    ...bench,
    ports,
    /** In the order of their freezes, as they were frozen. */
    frozen,
    /** Awaited before each freeze. */
    beforeFreeze: (): unknown => undefined,
    /** Puts entries into the outbox of a route. The table in memory takes an item before it returns its promise. */
    add: (added: readonly OutboxEntry[], routeId = immediateRoute.id) => {
      for (const entry of added) void bench.table.put(itemOf(routeId, entry));
    },
    /** Composes the route `crm` at the bench's time, unless told otherwise. */
    compose: (request: Partial<ComposeRequest> = {}) =>
      composeDigests(ports, {
        route: immediateRoute,
        dryRun: false,
        deadline: Number.POSITIVE_INFINITY,
        ...request,
      }),
    /** The contents of what was frozen. */
    contents: () => frozen.map(({ body }) => JSON.parse(body) as DigestContent),
  };
  composing.add(entries);
  return composing;
}

function itemOf(routeId: string, { key, signal, hotBecause, ...entry }: OutboxEntry): Item {
  return {
    ...entry,
    ...entryKey(routeId, key),
    ...(signal === null ? {} : { text: JSON.stringify(signal) }),
    ...(hotBecause === undefined ? {} : { hotBecause: JSON.stringify(hotBecause) }),
    v: 1,
  } as Item;
}

export const composeNow = benchNow;
