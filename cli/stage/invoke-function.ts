import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { FunctionWiring } from '../../functions/wiring.ts';
import { redactText } from '../../shared/domain/redact-text.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';

/** The function itself failed; its logs and the ledger show what it did before. */
export class FunctionFailedError extends Error {
  override readonly name = 'FunctionFailedError';
  readonly code = 'FUNCTION_FAILED';
}

/** Added to the function's own timeout, for the network and a cold start. */
const marginMs = 30_000;

/**
 * Invokes a deployed function and waits for its answer. Throws `FunctionFailedError` with the function's own sentence,
 * which `lambdaEntry` made safe, or with Lambda's for a timeout or a crash.
 */
export async function invokeFunction(
  functionName: string,
  { timeoutSeconds }: Pick<FunctionWiring, 'timeoutSeconds'>,
  event: unknown,
): Promise<unknown> {
  const client = new LambdaClient({
    // If the answer is late, the SDK would invoke the function again while the first invocation still runs.
    maxAttempts: 1,
    ...sdkSettings(5_000, timeoutSeconds * 1000 + marginMs),
  });
  try {
    const Payload = Buffer.from(JSON.stringify(event));
    const answer = await client.send(new InvokeCommand({ FunctionName: functionName, Payload }));
    const body: unknown = answer.Payload?.length ? JSON.parse(answer.Payload.transformToString()) : null;
    if (answer.FunctionError) throw new FunctionFailedError(tellFailure(body));
    return body;
  } finally {
    client.destroy();
  }
}

function tellFailure(body: unknown): string {
  const told = typeof body === 'object' && body !== null && 'errorMessage' in body ? body.errorMessage : null;
  return typeof told === 'string' && told !== ''
    ? redactText(told)
    : 'it failed without a message; its logs show why';
}
