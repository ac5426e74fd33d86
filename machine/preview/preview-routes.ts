import type { DigestEntry } from '../../shared/domain/history/history.ts';
import { findUnknownColumns, listNamedColumns } from '../../shared/domain/routes/named-columns.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { openDraft, type PreviewPorts } from './compose-draft.ts';
import { type PreviewedRoute, previewRoute } from './preview-route.ts';
import { countDays, type Rejudged, type RouteDays, rejudge } from './read-days.ts';

export interface PreviewRequest {
  readonly routes: readonly Route[];
  /** Milliseconds since the epoch. @default the next time of each route */
  readonly at?: number | undefined;
  /** From when on signals and digests are counted, milliseconds since the epoch. */
  readonly since: number;
}

export interface PreviewWithDays extends PreviewedRoute {
  readonly lastDays: RouteDays;
  /** What is probably not meant, in sentences. */
  readonly warnings: readonly string[];
}

/** What each route sends next, with its reasons, its last days and warnings. Writes and sends nothing. */
export async function previewRoutes(
  ports: PreviewPorts,
  { routes, at, since }: PreviewRequest,
): Promise<PreviewWithDays[]> {
  const ledger = openDraft(ports, ports.now);
  const span = { since, until: ports.now };
  const records = await ledger.listRecords(span);
  const judged = rejudge(ports, records);
  const entries: DigestEntry[] = [];
  for await (const page of ledger.pageDigests(span)) entries.push(...page);
  const known = await listColumns(ports, judged);
  const previews: PreviewWithDays[] = [];
  for (const route of routes) {
    const lastDays = countDays(route.id, span, entries, judged);
    const naming = { hot: ports.config.hot, routes: [route] };
    const unknown =
      known.length === 0 ? [] : findUnknownColumns(listNamedColumns(naming), known, 'no bridge');
    const warnings = [...unknown, ...(route.match.hot === true ? [] : warnOfHot(lastDays))];
    previews.push({ ...(await previewRoute(ports, route, records, at)), lastDays, warnings });
  }
  return previews;
}

/** The display names of all columns that the watched bridges and the recorded signals have. */
async function listColumns(ports: PreviewPorts, judged: readonly Rejudged[]): Promise<string[]> {
  const ledger = openDraft(ports, ports.now);
  const signals = judged.flatMap(({ record }) => record.signal ?? []);
  const seen = signals.map(({ bridgeId }) => bridgeId.toLowerCase());
  const names = new Set(signals.flatMap(({ columns }) => Object.keys(columns)));
  for (const bridgeId of new Set([...ports.config.watch.bridges, ...seen])) {
    for (const { name } of (await ledger.readColumns(bridgeId)) ?? []) names.add(name);
  }
  return [...names];
}

/** Above it, hot tells a reader nothing. */
const mostHot = 0.3;
/** Of fewer signals a share says nothing. */
const leastSignals = 10;

function warnOfHot({ days }: RouteDays): string[] {
  const [signals, hot] = [
    sum(days.map(({ wouldTake }) => wouldTake)),
    sum(days.map(({ wouldBeHot }) => wouldBeHot)),
  ];
  if (signals < leastSignals || hot / signals <= mostHot) return [];
  const share = Math.round((hot / signals) * 100);
  return [
    `${share} % of its signals are hot, and hot ones get a summary and a mention: raise a threshold of hot`,
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
