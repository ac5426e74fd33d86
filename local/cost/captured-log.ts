import { assumptions } from './assumptions.ts';

/** Lambda hands it to a function at each invocation, and the logger writes it into each line. */
const traceVariable = '_X_AMZN_TRACE_ID';
const traceId = 'Root=1-65f1c2d3-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=0';
const requestId = '00000000-0000-4000-8000-000000000000';

/**
 * Bytes of what `write` logs, as CloudWatch bills them. The logger knows no other streams than the process's own: while
 * `write` runs, and nothing else can, their lines end here.
 */
export function measureLog(write: () => void): number {
  const { stdout, stderr } = process;
  const [writeOut, writeError] = [stdout.write, stderr.write];
  const { [traceVariable]: trace } = process.env;
  let bytes = 0;
  const take = (line: string | Uint8Array): boolean => {
    bytes += billedBytes(line);
    return true;
  };
  stdout.write = take;
  stderr.write = take;
  process.env[traceVariable] = traceId;
  try {
    write();
  } finally {
    stdout.write = writeOut;
    stderr.write = writeError;
    if (trace === undefined) delete process.env[traceVariable];
    else process.env[traceVariable] = trace;
  }
  return bytes;
}

/** Lambda's own lines about one invocation. */
export function platformLog(invocation: {
  readonly milliseconds: number;
  readonly memoryMb: number;
  readonly cold: boolean;
}): number {
  const { milliseconds, memoryMb, cold } = invocation;
  const start = assumptions.coldStartMs.toFixed(2);
  const lines = [
    `START RequestId: ${requestId} Version: $LATEST\n`,
    `END RequestId: ${requestId}\n`,
    `REPORT RequestId: ${requestId}\tDuration: ${milliseconds.toFixed(2)} ms\tBilled Duration: ${milliseconds} ms\t` +
      `Memory Size: ${memoryMb} MB\tMax Memory Used: ${memoryMb} MB\t${cold ? `Init Duration: ${start} ms\t` : ''}\n`,
  ];
  const runtime = `arn:aws:lambda:us-east-1::runtime:${'0'.repeat(64)}`;
  if (cold) lines.push(`INIT_START Runtime Version: nodejs:24.v00\tRuntime Version ARN: ${runtime}\n`);
  return lines.reduce((sum, line) => sum + billedBytes(line), 0);
}

function billedBytes(line: string | Uint8Array): number {
  return Buffer.byteLength(line) + assumptions.logEventBytes;
}
