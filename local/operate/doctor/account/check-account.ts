import type { AwsProblem } from '../../aws/aws-problem.ts';
import type { StackDescription } from '../../aws/describe-stack.ts';
import type { MailSubscription } from '../../aws/mail-subscription.ts';
import { type Check, type Finding, failed, missing, ok } from '../check.ts';

export interface Identity {
  readonly account: string;
  readonly arn: string;
}

/** The account of a stage, as far as the checks look at it. Each rejects with what the SDK throws. */
export interface AccountPorts {
  region(): Promise<string>;
  identity(): Promise<Identity>;
  /** null when there is no such stack. */
  describeStack(name: string): Promise<StackDescription | null>;
  /** The version that the templates of a deploy read, from Parameter Store; null when there is none. */
  bootstrapVersion(): Promise<string | null>;
  /** How many functions may run at once, less what is reserved for some. */
  concurrency(): Promise<number>;
  /** Whether an address gets the mail of a topic. */
  mailSubscription(topicArn: string, address: string): Promise<MailSubscription>;
  /** What is known about an error of these calls; null for one that is a programmer's. */
  explain(error: unknown): AwsProblem | null;
}

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
  const found = Number.isNaN(version) ? 'of a version that it does not tell' : `of version ${version}`;
  return failed(`it is ${found}; ${leastBootstrap} or newer is needed`, mend);
}

/** A failure of AWS becomes a finding; anything else is ours and goes on. */
export async function explained(
  explain: AccountPorts['explain'],
  run: Check['run'],
  region?: { readonly found: string; readonly mend: string },
): ReturnType<Check['run']> {
  try {
    return await run();
  } catch (error) {
    const problem = explain(error);
    if (problem === null) throw error;
    if (problem.kind === 'region' && region) return missing(region.found, region.mend);
    const [found = '', ...mend] = problem.sentence.replace(/^AWS: /, '').split('; ');
    const state = problem.kind === 'credentials' || problem.kind === 'region' ? missing : failed;
    return state(found, mend.join('; '));
  }
}

/** The name of a session is often somebody's e-mail address. */
function withoutSession(arn: string): string {
  return arn.replace(/^(arn:[^:]*:sts::\d*:assumed-role\/[^/]+)\/.*$/, '$1');
}
