import { once } from 'node:events';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Resolves at the first Ctrl-C or SIGTERM. A second one ends the process at once. The state survives that, and a
 * message without an answer is sent again.
 */
export async function untilInterrupted(say: (line: string) => void = () => {}): Promise<void> {
  await Promise.race(signals.map((signal) => once(process, signal)));
  const endAtOnce = (): void => {
    say(
      'ended at once: a message that was being sent is sent again by a run in 12 minutes, and Slack may show it twice',
    );
    process.exit(130);
  };
  for (const signal of signals) process.once(signal, endAtOnce);
  say('stopping; press Ctrl-C again to stop at once');
}
