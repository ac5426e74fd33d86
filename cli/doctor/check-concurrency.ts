import { concurrencyOf, functions, isOn, queues, schedules } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { AccountPorts } from '../aws/account.ts';
import { type CheckResult, failed, ok, warning } from './check.ts';

/** AWS refuses a reserve that leaves fewer to all other functions. */
const leastUnreserved = 100;

/**
 * Compares the account's limit with what the stage runs at once. Fails where AWS would refuse, in the middle of a deploy,
 * what the function that anybody may call reserves; and where an operator shut its address, which a deploy may open again.
 */
export async function checkConcurrency(
  stage: string,
  config: Pick<SignalpostConfig, 'inbound' | 'watch'>,
  account: Pick<AccountPorts, 'readManifest' | 'reservedConcurrency' | 'unreservedConcurrency'>,
): Promise<CheckResult> {
  const { reservedConcurrency = 0 } = functions['receive-events'];
  const wanted = config.inbound ? reservedConcurrency : 0;
  const deployed = config.inbound && (await account.readManifest(stage))?.functions['receive-events'];
  const reserved = deployed === undefined ? undefined : await account.reservedConcurrency(deployed);
  if (reserved === 0)
    return failed(
      `inbound: its address is shut: ${deployed} has a reserve of 0, which a deploy may undo`,
      `open it with aws lambda put-function-concurrency --function-name ${deployed} --reserved-concurrent-executions ` +
        `${wanted}, or leave inbound out`,
    );
  const found = await account.unreservedConcurrency();
  if (found === null)
    return warning('the limit of the account is unknown', 'allow lambda:GetAccountSettings to see it here');
  const told = `found ${found} unreserved concurrent executions of Lambda in this account and region`;
  const raise = (missing: number) =>
    `ask AWS to raise "Concurrent executions" of AWS Lambda by at least ${missing} in Service Quotas`;
  const missing = leastUnreserved + wanted - (reserved ?? 0) - found;
  if (wanted > 0 && missing > 0)
    return failed(
      `inbound: ${told}, and its function reserves ${wanted}, while ${leastUnreserved} must be left to all others`,
      `${raise(missing)}, or leave inbound out`,
    );
  const most = mostAtOnce(config);
  if (found >= most) return ok(`${told}; the stage uses up to ${most} at once`);
  return warning(`${told}, and the stage uses up to ${most} at once: the rest waits`, raise(most - found));
}

/** The functions that queues and schedules call run so often at once at most. */
function mostAtOnce(config: Pick<SignalpostConfig, 'inbound' | 'watch'>): number {
  const used = Object.values(queues).filter((one) => isOn(one, config));
  const atOnce = used.map((one) => concurrencyOf(one, config));
  return atOnce.reduce((sum, one) => sum + one, Object.keys(schedules).length);
}
