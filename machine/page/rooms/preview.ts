import { previewRoutes } from '../../preview/preview-routes.ts';
import type { Preview } from '../contract.ts';
import type { PageWorld } from '../page-world.ts';
import { parseBody } from './digests.ts';

const mostSignals = 100;
const lastDaysMs = 7 * 86_400_000;

/** What a route sends next, or at a time: composed on a draft of the ledger. Null if the config has no such route. */
export async function readPreview(
  { table, config, now }: PageWorld,
  routeId: string,
  at: string | undefined,
): Promise<Preview | null> {
  const routes = config.routes.filter(({ id }) => id === routeId);
  const since = now() - lastDaysMs;
  const request = { routes, since, at: at === undefined ? undefined : Number(at) };
  const [preview] = await previewRoutes({ table, config, now: now() }, request);
  if (preview === undefined) return null;
  return {
    ...preview,
    slot: Date.parse(preview.slot),
    nextTimes: preview.nextTimes.map(Date.parse),
    parts: preview.parts.map((part) => ({ ...part, body: parseBody(part.body) })),
    goes: first(preview.goes),
    stays: first(preview.stays),
  };
}

function first(signals: Preview['goes']['signals']): Preview['goes'] {
  return { found: signals.length, signals: signals.slice(0, mostSignals) };
}
