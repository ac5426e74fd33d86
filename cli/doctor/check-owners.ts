import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { counted } from '../../shared/domain/counted.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { listOwners } from '../../view/lookup/list-owners.ts';
import { type PlaceFlags, suggest } from '../../view/words/suggest.ts';
import { type CheckResult, ok, warning } from './check.ts';
import type { VisitLedger } from './check-reading.ts';

const mostNamed = 10;
const readsAtOnce = 8;
const nobodyKnown = 'no signal with an owner is recorded yet, so nobody was looked for in people';

/** Owners whom no message reaches: the route for the rest has their hot signals. */
export function checkOwners(
  options: PlaceFlags,
  config: Pick<SignalpostConfig, 'columns' | 'people' | 'routes'>,
  visit: VisitLedger,
): Promise<CheckResult> {
  return visit(async (ledger) => {
    if (ledger === null) return ok(nobodyKnown);
    const owners = await listOwners(ledger, config, systemClock.now());
    const lacking = owners.filter(({ slack, hot }) => slack === null && hot > 0);
    const own = config.routes.filter(({ owner }) => owner?.is);
    const states = await inParallel(own, readsAtOnce, ({ id }) => ledger.routes.read(id));
    const disabled = states.filter(({ state }) => state === 'DISABLED');
    const problems = [
      {
        found: 'people has no Slack id of',
        named: lacking.map(({ name, hot }) => `${name} (${counted(hot, 'hot signal')})`),
        fix: `add them: ${suggest('people', options)} looks up their ids`,
      },
      {
        found: "owners' routes are disabled:",
        named: disabled.map(({ routeId, reason }) => `${routeId} (${reason})`),
        fix: `${suggest('status', options)} names the fix of each`,
      },
    ].filter(({ named }) => named.length > 0);
    if (problems.length === 0)
      return ok(
        owners.length === 0 ? nobodyKnown : 'people has the Slack id of each owner with a hot signal',
      );
    return warning(
      problems.map(({ found, named }) => `${found} ${nameFirst(named)}`).join('; '),
      problems.map(({ fix }) => fix).join('; '),
    );
  });
}

function nameFirst(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return `${names.slice(0, mostNamed).join(', ')}${more}`;
}
