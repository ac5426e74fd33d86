import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ToRuntime {
  readonly id: number;
  readonly event: unknown;
}

interface FailedInvoke {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

export type FromRuntime =
  | { readonly kind: 'imported'; readonly read: readonly string[]; readonly opened: string }
  | { readonly kind: 'answered'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: FailedInvoke };

export interface BundledFunction {
  /** The environment variables that importing the bundle read. */
  readonly readAtImport: readonly string[];
  /** What importing it left open, empty for nothing. */
  readonly openedAtImport: string;
  /** Rejects with what the handler threw, as Lambda would log it. */
  invoke<Result = unknown>(event: unknown): Promise<Result>;
  /** All that it wrote to stdout and stderr. */
  logs(): string;
  stop(): Promise<void>;
}

/** A bundled handler in a process of its own, warm from one event to the next. */
export async function startBundledFunction(
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<BundledFunction> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./bundle-runtime.ts', import.meta.url))], {
    env: { ...env, LAMBDA_TASK_ROOT: directory },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let logs = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      logs += chunk;
    });
  }
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
    readAtImport: read,
    openedAtImport: opened,
    logs: () => logs,
    invoke<Result>(event: unknown): Promise<Result> {
      const id = invokes++;
      return new Promise((resolve, reject) => {
        waiting.set(id, (message) => {
          if (message.kind === 'answered') resolve(message.result as Result);
          else if (message.kind === 'failed') reject(Object.assign(new Error(), message.error));
        });
        child.send({ id, event } satisfies ToRuntime);
      });
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
