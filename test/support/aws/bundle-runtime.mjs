/**
 * Stands in for Lambda's runtime, as a process of its own: imports the bundle in LAMBDA_TASK_ROOT, tells its parent
 * what that read and opened, and then hands each event that the parent sends to the handler. In JavaScript, since Node
 * needs 18 MB to remove types, and the benchmark of memory would count them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const remainingMs = 300_000;

function importBundle() {
  const directory = process.env.LAMBDA_TASK_ROOT ?? '';
  const read = new Set();
  const openBefore = process.getActiveResourcesInfo().sort().join();
  process.env = new Proxy(process.env, {
    get(target, name) {
      read.add(String(name));
      return Reflect.get(target, name);
    },
  });
  const { handler } = createRequire(import.meta.url)(directory);
  const openAfter = process.getActiveResourcesInfo().sort().join();
  process.send({ kind: 'imported', read: [...read], opened: openBefore === openAfter ? '' : openAfter });
  return handler;
}

/** Of this process until now. */
function usage() {
  const { user, system } = process.cpuUsage();
  const peakKb = Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
  return { cpuMs: (user + system) / 1000, peakMb: (peakKb * 1024) / 1e6 };
}

const handler = importBundle();
process.on('message', async ({ id, event }) => {
  const before = usage();
  try {
    const result = await handler(event, { getRemainingTimeInMillis: () => remainingMs });
    const { cpuMs, peakMb } = usage();
    process.send({ kind: 'answered', id, result, usage: { cpuMs: cpuMs - before.cpuMs, peakMb } });
  } catch (error) {
    const { name, message, stack = '' } = error;
    process.send({ kind: 'failed', id, error: { name, message, stack } });
  }
});
