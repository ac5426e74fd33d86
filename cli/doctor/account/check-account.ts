import type { AccountPorts } from '../../aws/account.ts';
import { type Check, type Finding, failed, missing, ok } from '../check.ts';
import { explained } from '../explained.ts';

export function checkRegion({ region, explain }: AccountPorts): Check {
  return {
    name: 'region',
    needs: [],
    run: () =>
      explained(explain, async () => ok(await region()), {
        found: 'no region is set',
        fix: 'export AWS_REGION=eu-west-1, or set the region of your AWS profile',
      }),
  };
}

export function checkCredentials({ identity, explain }: AccountPorts): Check {
  return {
    name: 'credentials',
    needs: ['region'],
    run: () =>
      explained(explain, async () => {
        const { account, arn } = await identity();
        return ok(`account ${account}, as ${withoutSession(arn)}`);
      }),
  };
}

/** What CDK's default synthesizer asks for (aws-cdk-lib's MIN_BOOTSTRAP_STACK_VERSION). */
const leastBootstrap = 6;

export function checkBootstrap(ports: AccountPorts): Check {
  return {
    name: 'bootstrap',
    needs: ['credentials'],
    run: () =>
      explained(ports.explain, async () => {
        const [{ account }, region, stack] = await Promise.all([
          ports.identity(),
          ports.region(),
          ports.describeStack('CDKToolkit'),
        ]);
        const fix = `npx cdk bootstrap aws://${account}/${region}`;
        if (stack !== null && (!stack.status.endsWith('_COMPLETE') || stack.status.includes('ROLLBACK')))
          return failed(`the stack CDKToolkit is ${stack.status}`, fix);
        // An organization may have bootstrapped with a stack of another name, or with its own template.
        const version = stack?.outputs.BootstrapVersion ?? (await ports.bootstrapVersion());
        if (stack === null && version === null)
          return missing('the account and region are not prepared for CDK', fix);
        return judgeBootstrap(version, fix);
      }),
  };
}

function judgeBootstrap(told: string | null, fix: string): Finding {
  const version = Number(told ?? Number.NaN);
  if (version >= leastBootstrap) return ok(`version ${version}`);
  const found = Number.isNaN(version) ? 'its version is unknown' : `it has version ${version}`;
  return failed(`${found}; ${leastBootstrap} or newer is needed`, fix);
}

/** The name of a session is often an email address, so it is not shown. */
function withoutSession(arn: string): string {
  return arn.replace(/^(arn:[^:]*:sts::\d*:assumed-role\/[^/]+)\/.*$/, '$1');
}
