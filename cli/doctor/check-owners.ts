import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { counted } from '../../shared/domain/counted.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { listOwners } from '../../view/lookup/list-owners.ts';
import { type PlaceFlags, suggest } from '../../view/words/suggest.ts';
import { type Finding, ok, warning } from './check.ts';
import type { VisitLedger } from './check-reading.ts';

const mostNamed = 10;

/** Owners without a Slack id in `people`: their hot signals go to the channel for the rest. */
export function checkOwners(
  options: PlaceFlags,
  config: Pick<SignalpostConfig, 'columns' | 'people'>,
  visit: VisitLedger,
): Promise<Finding> {
  return visit(async (ledger) => {
    const owners = ledger === null ? [] : await listOwners(ledger, config, systemClock.now());
    const lacking = owners.filter(({ slack, hot }) => slack === null && hot > 0);
    if (lacking.length === 0) return ok('people has the Slack id of each owner with a hot signal');
    const named = lacking
      .slice(0, mostNamed)
      .map(({ name, hot }) => `${name} (${counted(hot, 'hot signal')})`);
    const more = lacking.length > mostNamed ? ` and ${lacking.length - mostNamed} more` : '';
    const fix = `add them: ${suggest('people', options)} looks up their ids`;
    return warning(`people has no Slack id of ${named.join(', ')}${more}`, fix);
  });
}
