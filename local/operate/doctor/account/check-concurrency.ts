import { expandSchedules } from '../../../../functions/expand-schedules.ts';
import { queues } from '../../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../../shared/config/signalpost-config.ts';
import type { AccountPorts } from '../../aws/account.ts';
import { type Check, ok, warning } from '../check.ts';
import { explained } from '../explained.ts';

/**
 * Whether the account lets as many functions run at once as the stage may want. A new account may have 10. What is
 * throttled is not lost: queues keep it, and Lambda tries a schedule's event again for an hour.
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
          return ok(`the account runs up to ${limit} functions at once; ${wanted} may be wanted`);
        return warning(
          `the account runs at most ${limit} functions at once, and the stage may want ${wanted}: polls and digests can be late`,
          'ask for more: aws service-quotas request-service-quota-increase --service-code lambda ' +
            '--quota-code L-B99A9384 --desired-value 100',
        );
      });
      // A deploy needs no permission to read the limit.
      return finding.state === 'failed' ? { ...finding, state: 'warning' } : finding;
    },
  };
}

/** At worst: every queue at its most, each schedule in the same minute, and an alarm. */
function countWanted(config: SignalpostConfig): number {
  const consumers = Object.values(queues).reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
  return consumers + expandSchedules(config).length + (config.alarms?.to === undefined ? 0 : 1);
}
