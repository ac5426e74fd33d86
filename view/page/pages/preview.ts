import { destinationOf } from '../../../message/destinations.ts';
import { dayMs } from '../../../shared/domain/duration.ts';
import { ArgumentError } from '../../../shared/domain/errors.ts';
import { destinationKinds, type OfEachKind } from '../../../shared/domain/routes/destination-kinds.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';
import { previewRoutes } from '../../preview/preview-routes.ts';
import { parseBody } from './digests.ts';
import type { PageWorld } from './page-world.ts';

const mostSignals = 100;
const lastDaysMs = 7 * dayMs;

/** The chats as which any route's digests can be looked at; null for no chat. Nothing is sent there. */
const chats: OfEachKind<DestinationSettings | null> = {
  slack: { type: 'slack', webhookUrl: { secret: '' } },
  teams: { type: 'teams', webhookUrl: { secret: '' } },
  webhook: null,
};

/**
 * What a route sends next, or at a time: composed on a draft of the ledger, also for another chat than it sends to. Null if
 * the config has no such route.
 */
export async function readPreview(
  { table, config, now }: PageWorld,
  routeId: string,
  { at, as }: { readonly at?: string; readonly as?: string },
) {
  const route = config.routes.find(({ id }) => id === routeId);
  if (route === undefined) return null;
  const chat = Object.values(chats).find((one) => one !== null && one.type === as && as !== route.to.type);
  const routes = [chat ? { ...route, to: chat } : route];
  const request = { routes, since: now() - lastDaysMs, at: at === undefined ? undefined : readAt(at) };
  const [preview] = await previewRoutes({ table, config, now: now() }, request);
  if (preview === undefined) return null;
  const to = destinationOf(route.to).formatPlace(route.to);
  return {
    ...preview,
    ...(chat && {
      to,
      inexact: `as ${destinationKinds[chat.type].label} would show it; the route sends to ${to}`,
    }),
    slot: Date.parse(preview.slot),
    nextTimes: preview.nextTimes.map(Date.parse),
    parts: preview.parts.map((part) => ({ ...part, body: parseBody(part.body) })),
    goes: first(preview.goes),
    stays: first(preview.stays),
  };
}

const latest = Date.UTC(9999, 11);

function readAt(text: string): number {
  const at = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (at <= latest) return at;
  const fix = 'give milliseconds since 1970, before the year 9999 ends';
  throw new ArgumentError('at', `at: found ${JSON.stringify(text)}; ${fix}`);
}

function first<Signal>(signals: readonly Signal[]) {
  return { found: signals.length, signals: signals.slice(0, mostSignals) };
}
