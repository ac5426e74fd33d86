import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What an invocation took. */
export interface InvocationUsage {
  /** Of all threads of the process. */
  readonly cpuMs: number;
  /** The most memory that the process has had in use until then (resident set), in MB of a million bytes. */
  readonly peakMb: number;
}

type FromRuntime =
  | { readonly kind: 'imported'; readonly read: readonly string[]; readonly opened: string }
  | {
      readonly kind: 'answered';
      readonly id: number;
      readonly result: unknown;
      readonly usage: InvocationUsage;
    }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly error: Required<Pick<Error, 'name' | 'message' | 'stack'>>;
    };

export type BundledFunction = Awaited<ReturnType<typeof startBundledFunction>>;

const runtime = fileURLToPath(new URL('./bundle-runtime.mjs', import.meta.url));

/**
 * A bundled handler in a process of its own, warm from one event to the next. Its heap may become as large as V8
 * chooses on a machine with so much memory, which is half of it.
 */
export async function startBundledFunction(
  directory: string,
  memoryMb: number,
  env: Readonly<Record<string, string>>,
) {
  const child = spawn(process.execPath, [`--max-heap-size=${memoryMb / 2}`, runtime], {
    env: { ...env, LAMBDA_TASK_ROOT: directory },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let logs = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      logs += chunk;
    });
  }
  const usages: InvocationUsage[] = [];
  const waiting = new Map<number, (message: FromRuntime) => void>();
  const imported = Promise.withResolvers<Extract<FromRuntime, { kind: 'imported' }>>();
  child.on('message', (message: FromRuntime) => {
    if (message.kind === 'imported') imported.resolve(message);
    else waiting.get(message.id)?.(message);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => imported.reject(new Error(`the bundle in ${directory} did not load: ${logs}`)));
  const { read, opened } = await imported.promise;
  let invokes = 0;
  return {
    directory,
    /** The environment variables that importing the bundle read. */
    readAtImport: read,
    /** What importing it left open, empty for nothing. */
    openedAtImport: opened,
    /** Of each invocation that was answered. */
    usages: usages as readonly InvocationUsage[],
    /** All that it wrote to stdout and stderr. */
    logs: () => logs,
    /** Rejects with what the handler threw, as Lambda would log it, or if the process ended. */
    invoke<Result = unknown>(event: unknown): Promise<Result> {
      const id = invokes++;
      return new Promise((resolve, reject) => {
        void ended.then(() => reject(new Error(`the process of ${directory} ended: ${logs.slice(-2000)}`)));
        waiting.set(id, (message) => {
          if (message.kind === 'answered') {
            usages.push(message.usage);
            resolve(message.result as Result);
          } else if (message.kind === 'failed') reject(Object.assign(new Error(), message.error));
        });
        child.send({ id, event });
      });
    },
    async stop(): Promise<void> {
      child.kill();
      await ended;
    },
  };
}
