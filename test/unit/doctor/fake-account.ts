import type { AccountPorts } from '../../../cli/aws/account.ts';
import { awsProblem } from '../../../cli/aws/aws-problem.ts';
import type { StackDescription } from '../../../cli/aws/describe-stack.ts';
import type { MailSubscription } from '../../../cli/aws/mail-subscription.ts';

/** An account with these stacks; `failing` makes one of its calls reject. */
export function fakeAccount(
  options: {
    readonly stacks?: Readonly<Record<string, StackDescription>>;
    readonly bootstrapVersion?: string;
    readonly failing?: Partial<
      Record<'region' | 'identity' | 'describeStack' | 'bootstrapVersion' | 'concurrency' | 'mail', Error>
    >;
    readonly concurrency?: number;
    readonly mail?: MailSubscription;
    readonly arn?: string;
  } = {},
): AccountPorts {
  const {
    stacks = {},
    bootstrapVersion = null,
    failing = {},
    concurrency = 1_000,
    mail = 'confirmed',
    arn = 'arn:aws:iam::111122223333:user/rita',
  } = options;
  const answer = async <Answer>(call: keyof typeof failing, value: Answer): Promise<Answer> => {
    const error = failing[call];
    if (error) throw error;
    return value;
  };
  return {
    region: () => answer('region', 'eu-west-1'),
    identity: () => answer('identity', { account: '111122223333', arn }),
    describeStack: (name) => answer('describeStack', stacks[name] ?? null),
    bootstrapVersion: () => answer('bootstrapVersion', bootstrapVersion),
    concurrency: () => answer('concurrency', concurrency),
    mailSubscription: () => answer('mail', mail),
    explain: awsProblem,
  };
}

/** As the SDK throws them: known by their names, and as its own by `$metadata`. */
export function namedError(name: string, message = ''): Error {
  return Object.assign(new Error(message), { name, $metadata: {} });
}
