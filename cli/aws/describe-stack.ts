import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

export interface StackDescription {
  /** CloudFormation's word, as `CREATE_COMPLETE`. */
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Reads a stack from CloudFormation; null if it does not exist. Rejects with the SDK's error. */
export async function describeStack(
  client: CloudFormationClient,
  name: string,
): Promise<StackDescription | null> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const [stack] = Stacks;
    if (!stack) return null;
    const outputs = (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
      OutputKey,
      OutputValue,
    ]);
    return { status: stack.StackStatus ?? 'of an unknown state', outputs: Object.fromEntries(outputs) };
  } catch (error) {
    // CloudFormation reports a missing stack as a general validation error.
    if (error instanceof Error && error.name === 'ValidationError' && /not exist/.test(error.message))
      return null;
    throw error;
  }
}

/**
 * Whether a stack is only a name: its first deploy ended before it created anything. The next deploy treats it as
 * missing.
 */
export function isEmptyShell({ status }: Pick<StackDescription, 'status'>): boolean {
  return status === 'REVIEW_IN_PROGRESS';
}
