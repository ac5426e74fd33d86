/**
 * Stands in for Lambda's runtime, as a process of its own: imports the bundle in LAMBDA_TASK_ROOT, tells its parent
 * what that read and opened, and then hands each event that the parent sends to the handler.
 */
import { createRequire } from 'node:module';
import type { FromRuntime, ToRuntime } from './bundled-function.ts';

const remainingMs = 300_000;

async function importBundle(): Promise<(event: unknown, context: unknown) => Promise<unknown>> {
  const directory = process.env.LAMBDA_TASK_ROOT ?? '';
  const read = new Set<string>();
  const openBefore = process.getActiveResourcesInfo().sort().join();
  process.env = new Proxy(process.env, {
    get(target, name) {
      read.add(String(name));
      return Reflect.get(target, name);
    },
  });
  const { handler } = createRequire(import.meta.url)(directory);
  const openAfter = process.getActiveResourcesInfo().sort().join();
  tell({ kind: 'imported', read: [...read], opened: openBefore === openAfter ? '' : openAfter });
  return handler;
}

function tell(message: FromRuntime): void {
  process.send?.(message);
}

const handler = await importBundle();
process.on('message', async ({ id, event }: ToRuntime) => {
  try {
    const result = await handler(event, { getRemainingTimeInMillis: () => remainingMs });
    tell({ kind: 'answered', id, result });
  } catch (error) {
    const { name, message, stack = '' } = error as Error;
    tell({ kind: 'failed', id, error: { name, message, stack } });
  }
});
