import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('call-aws.py', import.meta.url));

export type AwsCalls = ReturnType<typeof startAwsCalls>;

interface Waiting {
  readonly what: string;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Calls to services that Signalpost itself never calls (IAM, Logs, CloudWatch), so that it has no client for them: the
 * Python that the emulator runs on has one for each. As the account's root, whom no policy holds back.
 */
export function startAwsCalls(python: string, environment: NodeJS.ProcessEnv) {
  const child = spawn(python, [script], { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: Waiting[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const first = waiting.shift();
    const answer = JSON.parse(line) as { output?: unknown; error?: string };
    if (answer.error === undefined) first?.resolve(answer.output);
    else first?.reject(new Error(`${first.what} was refused: ${answer.error}`));
  });
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true;
      for (const { what, reject } of waiting.splice(0)) reject(noneLeft(what));
      resolve();
    };
    child.once('error', end);
    child.once('close', end);
  });
  // It ended while it was written to: the calls that wait hear of that by themselves.
  child.stdin.on('error', () => {});
  return {
    /** One call, by the names of AWS's API reference: `call('iam', 'GetRolePolicy', { … })`. Throws when it is refused. */
    call: <Output>(service: string, operation: string, input: object = {}) =>
      new Promise<Output>((resolve, reject) => {
        const what = `${service} ${operation}`;
        if (over) return reject(noneLeft(what));
        waiting.push({ what, resolve: (output) => resolve(output as Output), reject });
        child.stdin.write(`${JSON.stringify({ service, operation, input })}\n`);
      }),
    async stop(): Promise<void> {
      child.kill();
      await ended;
    },
  };
}

const noneLeft = (what: string) => new Error(`${what}: the Python that calls AWS has ended`);
