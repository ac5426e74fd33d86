import { assumptions } from './assumptions.ts';

/** Lambda hands it to a function at each invocation, and the logger writes it into each line. */
const traceVariable = '_X_AMZN_TRACE_ID';
const traceId = 'Root=1-65f1c2d3-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=0';

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
    bytes += Buffer.byteLength(line) + assumptions.logEventBytes;
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
