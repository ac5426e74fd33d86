import type { AccountPorts, StackDescription } from '../../../cli/aws/account.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import type { StageManifest } from '../../../shared/runtime/stage-names.ts';
import { openLedger } from '../../support/ledger/open-ledger.ts';

/** An account with these stacks, complete unless told, and a stage with this manifest. `nobody`: why it can't be identified. */
export function fakeAccount(
  options: {
    readonly state?: Partial<StackDescription>;
    readonly running?: Partial<StackDescription>;
    readonly manifest?: Partial<StageManifest>;
    readonly nobody?: Error;
    readonly isMailConfirmed?: boolean;
    readonly unreservedConcurrency?: number | null;
    readonly reservedConcurrency?: number;
    readonly ledger?: Ledger;
    readonly table?: Awaited<ReturnType<AccountPorts['describeTable']>>;
  } = {},
): AccountPorts {
  return {
    async identify() {
      if (options.nobody) throw options.nobody;
      const place = { account: '111122223333', region: 'eu-west-1' };
      return { place, arn: 'arn:aws:iam::111122223333:user/rita' };
    },
    credentials: async () => ({ accessKeyId: 'id', secretAccessKey: 'key' }),
    describeStack: async (_, part) =>
      options[part] ? { status: 'UPDATE_COMPLETE', table: undefined, ...options[part] } : null,
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
