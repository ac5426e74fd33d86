import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

export interface StackDescription {
  /** CloudFormation's word, as `CREATE_COMPLETE`. */
  readonly status: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Reads a stack from CloudFormation; null if it does not exist, or is only a name because its first deploy ended before
 * it created anything: the next deploy treats it as missing. Rejects with the SDK's error.
 */
export async function describeStack(
  client: CloudFormationClient,
  name: string,
): Promise<StackDescription | null> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    const [stack] = Stacks;
    if (!stack || stack.StackStatus === 'REVIEW_IN_PROGRESS') return null;
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
