import { composeDigests } from '../../functions/compose-digests/compose-digests.ts';
import { rendererFor } from '../../message/destinations.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { FrozenDigest } from '../../shared/domain/digests/delivery.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import { createDraftTable, type ReadableTable } from '../../shared/ledger/table/draft-table.ts';
import { nextSlot } from '../../shared/runtime/cron-times.ts';
import { systemRandom } from '../../shared/runtime/system.ts';

/** The ports of a preview, which can write and send nothing. */
export interface PreviewPorts {
  readonly table: ReadableTable;
  readonly config: SignalpostConfig;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Signals that were recorded since then are in this draft alone. @default none */
  readonly freshSince?: number | undefined;
}

export type Draft = Awaited<ReturnType<typeof composeDraft>>;

/** The ledger as it is at a time, and what is written into it is forgotten. */
export function openDraft({ table }: Pick<PreviewPorts, 'table'>, at: number) {
  const clock = { now: () => at, sleep: async () => {} };
  // Chance decides no byte of a digest.
  return createLedger({ table: createDraftTable(table), clock, random: systemRandom });
}

/** Composes a route as the sweep of that time would, if nothing else arrives until then. */
export async function composeDraft(ports: PreviewPorts, route: Route, at: number) {
  const ledger = openDraft(ports, at);
  const digests: FrozenDigest[] = [];
  // The outbox keys of what its flood rule holds.
  const setAside = new Set<string>();
  const { delayed, unwritable } = await composeDigests(
    {
      config: ports.config,
      rendererFor,
      nextSlot,
      clock: { now: () => at, sleep: async () => {} },
      observe: () => {},
      queue: () => ({ send: async () => {} }),
      ledger: {
        ...ledger,
        digests: {
          ...ledger.digests,
          async freeze(digest, now, reply, step) {
            digests.push(digest, ...(reply ? [reply] : []));
            return ledger.digests.freeze(digest, now, reply, step);
          },
        },
        outbox: {
          ...ledger.outbox,
          async setAside(aside) {
            for (const key of aside.keys) setAside.add(key);
            return ledger.outbox.setAside(aside);
          },
        },
      },
    },
    { route, dryRun: false, deadline: Number.POSITIVE_INFINITY },
  );
  return { at, digests, setAside, delayed, unwritable };
}
