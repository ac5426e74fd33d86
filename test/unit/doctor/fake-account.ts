import type { AccountPorts, StackDescription } from '../../../cli/aws/account.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { type StageManifest, stackName } from '../../../shared/runtime/stage-names.ts';
import { openLedger } from '../ledger/open-ledger.ts';

/** An account with these stacks, and a stage with this manifest; `failing` makes one of its calls reject. */
export function fakeAccount(
  options: {
    readonly stacks?: Readonly<Record<string, StackDescription>>;
    readonly manifest?: Partial<StageManifest>;
    readonly failing?: Partial<Record<'identify' | 'describeStack', Error>>;
    readonly isMailConfirmed?: boolean;
    readonly unreservedConcurrency?: number | null;
    readonly reservedConcurrency?: number;
    readonly ledger?: Ledger;
    readonly table?: Awaited<ReturnType<AccountPorts['describeTable']>>;
  } = {},
): AccountPorts {
  const { stacks = {}, failing = {} } = options;
  const answer = async <Answer>(call: keyof typeof failing, value: Answer): Promise<Answer> => {
    const error = failing[call];
    if (error) throw error;
    return value;
  };
  return {
    identify: () =>
      answer('identify', {
        place: { account: '111122223333', region: 'eu-west-1' },
        arn: 'arn:aws:iam::111122223333:user/rita',
      }),
    credentials: async () => ({ accessKeyId: 'id', secretAccessKey: 'key' }),
    describeStack: (stage, part) => answer('describeStack', stacks[stackName(stage, part)] ?? null),
    readManifest: async () => (options.manifest as StageManifest | undefined) ?? null,
    describeTable: async () => options.table ?? null,
    openLedger: () => options.ledger ?? openLedger().ledger,
    reservedConcurrency: async () => options.reservedConcurrency,
    unreservedConcurrency: async () =>
      options.unreservedConcurrency === undefined ? 1000 : options.unreservedConcurrency,
    isMailConfirmed: async () => options.isMailConfirmed ?? true,
  };
}

/** As the SDK throws them: known by their names, and as its own by `$metadata`. */
export function namedError(name: string, message = ''): Error {
  return Object.assign(new Error(message), { name, $metadata: {} });
}
