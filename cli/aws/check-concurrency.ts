import { functions } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { AccountPorts } from './account.ts';

/** AWS refuses a reserve that leaves fewer to all other functions. */
const leastUnreserved = 100;

/**
 * Throws `ConfigurationError` where AWS would refuse, in the middle of a deploy, what the function that anybody may call
 * reserves; and where an operator shut its address, which a deploy may open again.
 */
export async function checkConcurrency(
  stage: string,
  { inbound }: Pick<SignalpostConfig, 'inbound'>,
  account: Pick<AccountPorts, 'readManifest' | 'reservedConcurrency' | 'unreservedConcurrency'>,
): Promise<void> {
  if (inbound === undefined) return;
  const { reservedConcurrency: wanted = 0 } = functions['receive-events'];
  const deployed = (await account.readManifest(stage))?.functions['receive-events'];
  const reserved = deployed === undefined ? undefined : await account.reservedConcurrency(deployed);
  if (reserved === 0)
    throw new ConfigurationError([
      `inbound: its address is shut: ${deployed} has a reserve of 0, which a deploy may undo; nothing was deployed; open it with ` +
        `aws lambda put-function-concurrency --function-name ${deployed} --reserved-concurrent-executions ${wanted}, or leave inbound out`,
    ]);
  const found = await account.unreservedConcurrency();
  const missing = leastUnreserved + wanted - (reserved ?? 0) - found;
  if (missing <= 0) return;
  throw new ConfigurationError([
    `inbound: found ${found} unreserved concurrent executions of Lambda in this account and region, and its function ` +
      `reserves ${wanted}, while ${leastUnreserved} must be left to all others; nothing was deployed; ask AWS ` +
      `to raise "Concurrent executions" of AWS Lambda by at least ${missing} in Service Quotas, or leave inbound out`,
  ]);
}
