import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { dayMs } from '../../shared/domain/duration.ts';
import { rememberedDays } from '../../shared/domain/history/history.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { ReadableTable } from '../../shared/ledger/table/draft-table.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import type { PreviewedRoute, PreviewRequest } from '../../view/preview/preview-routes.ts';
import type { readFresh } from './read-fresh.ts';

/** Fewer signals are no digest to judge a config by: then a longer time is read. */
const fewSignals = 5;
const periods = ['7 days', '30 days'] as const;

const emptyTable: ReadableTable = {
  get: async () => undefined,
  getAll: async (keys) => keys.map(() => undefined),
  query: async () => ({ items: [] }),
  due: async () => ({ items: [] }),
};

/** A fresh preview is a first look where no digest was created so far, and no signal waits for one. */
export async function hasSentNothing(ledger: Ledger, { routes }: SignalpostConfig): Promise<boolean> {
  const now = systemClock.now();
  for await (const _ of ledger.history.readDigests({ since: now - rememberedDays * dayMs, until: now }))
    return false;
  for (const { id } of routes)
    for await (const entries of ledger.outbox.readPages(id)) if (entries.length > 0) return false;
  return true;
}

/**
 * What the routes would send of the signals of the last days, whatever `watch.firstRun` says and whatever was recorded.
 * `read`: reads all that the API lists into a draft over a table. `isBlind`: nothing could be read.
 */
export async function previewFirstLook(
  config: SignalpostConfig,
  request: PreviewRequest,
  read: (base: ReadableTable, config: SignalpostConfig) => ReturnType<typeof readFresh>,
) {
  const { previewRoutes } = await import('../../view/preview/preview-routes.ts');
  const look = async (period: (typeof periods)[number]) => {
    const sending = { ...config, watch: { ...config.watch, firstRun: { sendLast: period } } };
    const { table, isWhole } = await read(emptyTable, sending);
    const ports = { table, config: sending, now: systemClock.now(), freshSince: 0 };
    const routes = await previewRoutes(ports, request);
    return { period, isWhole, routes: routes.map(withoutPast) };
  };
  const [first, longer] = periods;
  const looked = await look(first);
  const signals = looked.routes.flatMap(({ goes, stays }) => [...goes, ...stays.filter(isWaiting)]);
  const isBlind = signals.length === 0 && !looked.isWhole;
  // More signals may be among those that could not be read.
  return { isBlind, ...(signals.length < fewSignals && looked.isWhole ? await look(longer) : looked) };
}

/** Signals from before the period are no part of the look. */
function withoutPast(route: PreviewedRoute): PreviewedRoute {
  return { ...route, stays: route.stays.filter(({ reason }) => reason !== 'not news') };
}

const isWaiting = ({ reason }: PreviewedRoute['stays'][number]): boolean => reason !== 'not taken';
