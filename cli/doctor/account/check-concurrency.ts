import { expandSchedules } from '../../../functions/expand-schedules.ts';
import { queues } from '../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { AccountPorts } from '../../aws/account.ts';
import { type Check, ok, warning } from '../check.ts';
import { explained } from '../explained.ts';

/**
 * Whether the account lets as many functions run at once as the stage may need. A new account may have 10. Throttled
 * work is not lost: queues keep their messages, and Lambda retries a schedule's event for an hour.
 */
export function checkConcurrency(
  config: SignalpostConfig,
  { concurrency, explain }: Pick<AccountPorts, 'concurrency' | 'explain'>,
): Check {
  return {
    name: 'concurrency',
    needs: ['credentials'],
    run: async () => {
      const finding = await explained(explain, async () => {
        const limit = await concurrency();
        const wanted = countWanted(config);
        if (limit >= wanted)
          return ok(`the account runs up to ${limit} functions at once; the stage needs at most ${wanted}`);
        return warning(
          `the account runs at most ${limit} functions at once, and the stage may need ${wanted}: polls and digests can be late`,
          'request more: aws service-quotas request-service-quota-increase --service-code lambda ' +
            '--quota-code L-B99A9384 --desired-value 100',
        );
      });
      // A deploy needs no permission to read the limit, so an error here is only a warning.
      return finding.state === 'failed' ? { ...finding, state: 'warning' } : finding;
    },
  };
}

/** The worst case: every queue at its maximum, all schedules in the same minute, and an alarm. */
function countWanted(config: SignalpostConfig): number {
  const consumers = Object.values(queues).reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
  return consumers + expandSchedules(config).length + (config.alarms?.to === undefined ? 0 : 1);
}
