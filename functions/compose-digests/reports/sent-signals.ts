import type { FollowedSignal } from '../../../shared/domain/digests/delivery.ts';
import type { DigestEntry } from '../../../shared/domain/history/history.ts';
import type { LookedUp } from '../../../shared/domain/reports/became.ts';
import type { UnnamedReport } from '../../../shared/domain/reports/report.ts';
import { type ToldRow, tellRow } from '../../../shared/domain/reports/told-row.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { FollowedDigest } from '../../../shared/ledger/routes/routes.ts';
import { describeView } from '../describe-slot.ts';
import type { ComposePorts } from '../ports.ts';

/** A hot signal that was sent, in a digest. */
export interface SentSignal extends FollowedSignal {
  readonly digest: DigestEntry;
}

/** What a report is about, and how it is written once it is known what became of it. */
export interface PlannedReport {
  readonly sent: readonly FollowedSignal[];
  readonly write: (found: ReadonlyMap<string, LookedUp>) => Promise<WrittenContent>;
}

export interface WrittenContent {
  /** Null if there is nothing to tell. */
  readonly content: UnnamedReport | null;
  /** Digests whose signals have other deadlines by now. */
  readonly followed?: readonly FollowedDigest[];
}

/** The hot signals in the delivered digests of a route whose slots are in a span. Times in milliseconds since the epoch. */
export async function* readSent(
  { ledger }: ComposePorts,
  routeId: string,
  span: { readonly since: number; readonly until: number },
): AsyncGenerator<SentSignal> {
  for await (const entries of ledger.pageDigests(span)) {
    for (const digest of entries) {
      if (digest.routeId !== routeId || digest.state !== 'DELIVERED') continue;
      for (const one of digest.followed ?? []) yield { ...one, digest };
    }
  }
}

/** The untouched rows among them, as their route shows them at `now`. */
export async function tellUntouched(
  ports: ComposePorts,
  route: Route,
  found: readonly (LookedUp | undefined)[],
  now: number,
): Promise<{ readonly rows: readonly ToldRow[]; readonly timezone: string }> {
  const untouched = found.flatMap((one) => (one?.became === 'new' && one.signal ? [one.signal] : []));
  const view = await describeView(
    ports,
    route,
    untouched.map((signal) => ({ signal })),
    now,
  );
  return { rows: untouched.map((signal) => tellRow(signal, view)), timezone: view.timezone };
}
