const once = ['SIGINT', 'SIGTERM'] as const;

/**
 * Resolves at the first Ctrl-C or SIGTERM. A second one ends the process at once. The state survives that, and a
 * message without an answer is sent again.
 */
export function untilInterrupted(say: (line: string) => void = () => {}): Promise<void> {
  return new Promise((resolve) => {
    const onFirst = (): void => {
      for (const signal of once) {
        process.removeListener(signal, onFirst);
        process.once(signal, endAtOnce);
      }
      say('stopping; press Ctrl-C again to stop at once');
      resolve();
    };
    const endAtOnce = (): void => {
      say(
        'ended at once: a message that was being sent is sent again by a run in 12 minutes, and Slack may show it twice',
      );
      process.exit(130);
    };
    for (const signal of once) process.once(signal, onFirst);
  });
}
