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
        mend: 'export AWS_REGION=eu-west-1, or set the region of your AWS profile',
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
        const mend = `npx cdk bootstrap aws://${account}/${region}`;
        if (stack !== null && (!stack.status.endsWith('_COMPLETE') || stack.status.includes('ROLLBACK')))
          return failed(`the stack CDKToolkit is ${stack.status}`, mend);
        // An organization may have bootstrapped by a stack of another name, or by a template of its own.
        const version = stack?.outputs.BootstrapVersion ?? (await ports.bootstrapVersion());
        if (stack === null && version === null)
          return missing('the account and region are not prepared for CDK', mend);
        return judgeBootstrap(version, mend);
      }),
  };
}

function judgeBootstrap(told: string | null, mend: string): Finding {
  const version = Number(told ?? Number.NaN);
  if (version >= leastBootstrap) return ok(`version ${version}`);
  const found = Number.isNaN(version) ? 'of an unknown version' : `of version ${version}`;
  return failed(`it is ${found}; ${leastBootstrap} or newer is needed`, mend);
}

/** The name of a session is often somebody's e-mail address. */
function withoutSession(arn: string): string {
  return arn.replace(/^(arn:[^:]*:sts::\d*:assumed-role\/[^/]+)\/.*$/, '$1');
}
