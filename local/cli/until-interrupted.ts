import type { Reporter } from './reporter.ts';

/** Resolves at the first Ctrl-C or SIGTERM. A second one ends the process at once: the state bears that. */
export function untilInterrupted(reporter?: Reporter): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = (): void => {
      process.once('SIGINT', () => process.exit(130));
      reporter?.say('stopping; once more to stop at once');
      resolve();
    };
    process.once('SIGINT', onSignal);
    process.once('SIGTERM', onSignal);
  });
}
