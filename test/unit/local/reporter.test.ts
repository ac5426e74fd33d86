import { describe, expect, it } from 'vitest';
import { createReporter } from '../../../local/cli/reporter.ts';
import type { Observation } from '../../../shared/domain/observation.ts';

const planned: Observation = { kind: 'polls-planned', slot: '', buyers: 12, messages: 2 };
const failed: Observation = { kind: 'poll-failed', buyerId: 'b', problem: 'cut' };
const polled: Observation = {
  kind: 'buyer-polled',
  buyerId: 'b',
  mode: 'routine',
  accepted: true,
  readings: 1,
  listed: 0,
  recorded: 0,
  hot: 0,
  unreadable: 0,
};

function open(options: { readonly terminal?: boolean; readonly quiet?: boolean; readonly columns?: number }) {
  const written: string[] = [];
  let at = 0;
  const stream = {
    isTTY: options.terminal ?? false,
    columns: options.columns ?? 120,
    write: (text: string) => Boolean(written.push(text)),
  } as unknown as NodeJS.WriteStream;
  const reporter = createReporter({ quiet: options.quiet ?? false, stream, now: () => at });
  return { reporter, written, wait: (ms: number) => (at += ms) };
}

describe('progress in a pipe', () => {
  it('is a plain line each five seconds at most, and a last one', () => {
    const { reporter, written, wait } = open({});
    reporter.observe(planned);
    wait(4_999);
    reporter.observe(polled);
    expect(written).toEqual([]);
    wait(1);
    reporter.observe(polled);
    reporter.observe(polled);
    reporter.end();
    expect(written).toEqual([
      'polled 2 of 12 buyers · 0 new signals · 0 digests delivered\n',
      'polled 3 of 12 buyers · 0 new signals · 0 digests delivered\n',
    ]);
  });

  it('says nothing twice, and tells of failures only when there are some', () => {
    const { reporter, written, wait } = open({});
    wait(5_000);
    reporter.observe(failed);
    wait(5_000);
    reporter.observe({ kind: 'upstream-requested', operation: 'listBuyerSignals', attempt: 1 });
    reporter.end();
    expect(written).toEqual(['polled 0 of 0 buyers · 0 new signals · 0 digests delivered · 1 failures\n']);
  });

  it('is silent when it shall be, but for what is said', () => {
    const { reporter, written, wait } = open({ quiet: true });
    wait(60_000);
    reporter.observe(polled);
    reporter.say('done');
    reporter.end();
    expect(written).toEqual(['done\n']);
  });
});

describe('progress on a terminal', () => {
  it('is one line that changes, no longer than the terminal is wide', () => {
    const { reporter, written, wait } = open({ terminal: true, columns: 30 });
    wait(100);
    reporter.observe(planned);
    wait(100);
    reporter.observe(polled);
    expect(written).toEqual([
      'polled 0 of 12 buyers · 0 new',
      '\r\u001b[2K',
      'polled 1 of 12 buyers · 0 new',
    ]);
  });

  it('makes room for a line of its own, and ends its line', () => {
    const { reporter, written, wait } = open({ terminal: true });
    wait(100);
    reporter.observe(polled);
    reporter.say('a note');
    reporter.observe(polled);
    reporter.end();
    expect(written.slice(1)).toEqual([
      '\r\u001b[2K',
      'a note\n',
      'polled 2 of 0 buyers · 0 new signals · 0 digests delivered',
      '\n',
    ]);
  });
});
