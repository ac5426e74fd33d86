import { describe, expect, it } from 'vitest';
import { createReporter } from '../../../cli/run/reporter.ts';
import type { Observation } from '../../../shared/domain/observation.ts';

const planned: Observation = { kind: 'polls-planned', slot: '', buyers: 12, messages: 2 };
const failed: Observation = { kind: 'poll-failed', buyerId: 'b', problem: 'cut' };
const polled = (buyerId: string, recorded = 0): Observation => ({
  kind: 'buyer-polled',
  buyerId,
  mode: 'routine',
  accepted: true,
  readings: 1,
  listed: 0,
  recorded,
  hot: 0,
  unreadable: 0,
});

function open(options: {
  readonly terminal?: boolean;
  readonly lasting?: boolean;
  readonly columns?: number;
}) {
  const written: string[] = [];
  let at = 0;
  const stream = {
    isTTY: options.terminal ?? false,
    columns: options.columns ?? 120,
    write: (text: string) => Boolean(written.push(text)),
  } as unknown as NodeJS.WriteStream;
  const reporter = createReporter({ lasting: options.lasting ?? false, stream, now: () => at });
  return { reporter, written, wait: (ms: number) => (at += ms) };
}

describe('progress in a pipe', () => {
  it('is a plain line each five seconds at most, and a last one', () => {
    const { reporter, written, wait } = open({});
    reporter.observe(planned);
    wait(4_999);
    reporter.observe(polled('a'));
    expect(written).toEqual([]);
    wait(1);
    reporter.observe(polled('b'));
    reporter.observe(polled('c'));
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
    expect(written).toEqual(['polled 0 of 1 buyer · 0 new signals · 0 digests delivered · 1 failure\n']);
  });

  it('counts a buyer once, however often it is polled, and those that nobody planned', () => {
    const { reporter, written } = open({});
    for (const buyerId of ['a', 'a', 'b']) reporter.observe(polled(buyerId));
    reporter.end();
    expect(written).toEqual(['polled 2 of 2 buyers · 0 new signals · 0 digests delivered\n']);
  });
});

describe('a run that goes on, in a pipe', () => {
  it('says what happens at once, each line with its time and the route', () => {
    const { reporter, written, wait } = open({ lasting: true });
    reporter.observe(planned);
    wait(1_500);
    reporter.observe(polled('b', 2));
    reporter.observe(polled('c'));
    const digest = { routeId: 'sales', digestId: 'msg_a' };
    reporter.observe({ kind: 'digest-frozen', ...digest, part: 1, signals: 1, bytes: 9 });
    const attempt = { attempt: 1, status: 204, reason: '', ambiguous: false, nextAttemptAt: null };
    reporter.observe({ kind: 'digest-attempted', ...digest, ...attempt, outcome: 'delivered' });
    const accepted = { ...attempt, status: 202, reason: 'accepted by Teams (202)' } as const;
    reporter.observe({ kind: 'digest-attempted', ...digest, ...accepted, outcome: 'delivered' });
    reporter.say('route crm: answered 503');
    reporter.end();
    expect(written).toEqual([
      '1970-01-01T00:00:00.000Z polling 12 buyers\n',
      '1970-01-01T00:00:01.500Z buyer b: 2 signals recorded\n',
      '1970-01-01T00:00:01.500Z route sales: digest created with 1 signal (msg_a)\n',
      '1970-01-01T00:00:01.500Z route sales: delivered (msg_a)\n',
      '1970-01-01T00:00:01.500Z route sales: accepted (msg_a)\n',
      '1970-01-01T00:00:01.500Z route crm: answered 503\n',
    ]);
  });
});

describe('progress on a terminal', () => {
  it('is one line that changes, no longer than the terminal is wide', () => {
    const { reporter, written, wait } = open({ terminal: true, columns: 30 });
    wait(100);
    reporter.observe(planned);
    wait(100);
    reporter.observe(polled('b'));
    expect(written).toEqual([
      'polled 0 of 12 buyers · 0 new',
      '\r\u001b[2K',
      'polled 1 of 12 buyers · 0 new',
    ]);
  });

  it('makes room for a line of its own, and ends its line', () => {
    const { reporter, written, wait } = open({ terminal: true });
    wait(100);
    reporter.observe(polled('b'));
    reporter.say('a note');
    reporter.observe(polled('b'));
    reporter.end();
    expect(written.slice(1)).toEqual([
      '\r\u001b[2K',
      'a note\n',
      'polled 1 of 1 buyer · 0 new signals · 0 digests delivered',
      '\n',
    ]);
  });
});
