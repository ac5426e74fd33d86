/**
 * Lambda and CloudWatch Logs of the emulator over plain HTTP: two calls don't justify two more SDK clients, and
 * the emulator checks no signatures.
 */

/** Invokes a function, waits for its answer, and throws when it failed. */
export async function invokeFunction(endpoint: string, name: string, event: object): Promise<unknown> {
  const answer = await fetch(`${endpoint}/2015-03-31/functions/${name}/invocations`, {
    method: 'POST',
    headers: { authorization: unsigned('lambda') },
    body: JSON.stringify(event),
    signal: AbortSignal.timeout(120_000),
  });
  const text = await answer.text();
  if (!answer.ok || answer.headers.has('x-amz-function-error')) {
    throw new Error(`${name} answered an invoke with ${answer.status}: ${text.slice(0, 1_000)}`);
  }
  return JSON.parse(text);
}

/** The last lines that each function logged, oldest first. */
export async function readLogTails(endpoint: string, lines: number): Promise<Record<string, string[]>> {
  const { logGroups = [] } = (await callLogs(endpoint, 'DescribeLogGroups', {})) as {
    logGroups?: { logGroupName: string }[];
  };
  const tails = logGroups.map(async ({ logGroupName }) => {
    const { events = [] } = (await callLogs(endpoint, 'FilterLogEvents', { logGroupName })) as {
      events?: { message: string }[];
    };
    return [logGroupName, events.slice(-lines).map(({ message }) => message)] as const;
  });
  return Object.fromEntries(await Promise.all(tails));
}

async function callLogs(endpoint: string, operation: string, input: object): Promise<unknown> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: unsigned('logs'),
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `Logs_20140328.${operation}`,
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`${operation} was answered with ${answer.status}`);
  return answer.json();
}

/** The emulator reads account, region and service from it, and no more. */
function unsigned(service: string): string {
  return `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request`;
}
